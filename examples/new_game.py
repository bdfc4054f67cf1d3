"""Copy the example game under a new name, as the start of a game of your own.

python examples/new_game.py "Last Card" LC        # the package last_card in ./last_card, with rulings LC-1, LC-2, ...
python examples/new_game.py "Last Card" LC DIR    # the same in DIR
"""

import re
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parent / "next_of_kin"
TAKEN = ("CL", "DK", "ES", "NK", "RL", "TW", "WC")
"""The letters of rulings that Cardtable and the example use."""


def main(title: str, letters: str, folder: str = "") -> None:
    """Copy the example. Raise ValueError if the title, the letters or the folder can't be used."""
    if not re.fullmatch(r"[A-Za-z][a-z]*( [A-Za-z][a-z]*)*", title):
        raise ValueError(f"A title consists of words of letters, as in 'Last Card'. {title!r} doesn't.")
    if not re.fullmatch("[A-Z]{2}", letters) or letters in TAKEN:
        raise ValueError(f"Rulings begin with two capital letters of their own, other than {', '.join(TAKEN)}.")
    words = title.split()
    names = {
        "next_of_kin": "_".join(words).lower(),
        "next-of-kin": "-".join(words).lower(),
        "NextOfKin": "".join(word.capitalize() for word in words),
        "Next of Kin": title,
        "NK-": f"{letters}-",
        "(NK)": f"({letters})",
        '"NK"': f'"{letters}"',
        "_nk_": f"_{letters.lower()}_",
    }
    target = Path(folder or names["next_of_kin"])
    if target.exists():
        raise ValueError(f"{target} exists already. Choose another folder.")
    for path in sorted(EXAMPLE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc":
            copy = target / rename(str(path.relative_to(EXAMPLE)), names)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(rename(path.read_text("utf-8"), names), "utf-8")
    print(f"{title} is in {target}. Its README says what to change first.")


def rename(text: str, names: dict[str, str]) -> str:
    """Return the text with the new names."""
    for old, new in names.items():
        text = text.replace(old, new)
    return text


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__.strip())
    try:
        main(*sys.argv[1:])
    except (ValueError, OSError) as error:
        sys.exit(str(error))
