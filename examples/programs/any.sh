#!/bin/sh
# Play any game as a program: cardtable play clash --seat 2="program sh examples/programs/any.sh"
# It plays a legal action at random, and needs nothing but sh and awk. docs/engine.md describes the lines.

moves=0
while read -r word rest; do
    case $word in
    cardtable) echo "ready 1 Shell" ;;
    legal) legal=$rest ;;
    go)
        moves=$((moves + 1))
        # The actions are in quotation marks, so each second part between the marks is one.
        printf '%s\n' "$legal" | awk -v seed="$$$moves" '{
            srand(seed)
            actions = split($0, part, "\"") - 1
            print "best " part[2 * (1 + int(rand() * actions / 2))]
        }'
        ;;
    quit) exit ;;
    esac
done
