PRAGMA application_id = 1128354372;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE action (
    game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,            -- from 1
    said TEXT NOT NULL,
    sum INTEGER NOT NULL,               -- CRC-32 of the head and of every action up to this one
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
INSERT INTO "action" VALUES(1,1,'Triangle',2983363448);
INSERT INTO "action" VALUES(1,2,'refill top bottom',1243018324);
INSERT INTO "action" VALUES(1,3,'Square down top',3661229391);
INSERT INTO "action" VALUES(1,4,'Hollow down bottom',2579683422);
INSERT INTO "action" VALUES(1,5,'Circle down top',1688022111);
INSERT INTO "action" VALUES(1,6,'Circle down bottom',1197050764);
INSERT INTO "action" VALUES(1,7,'Partial down top',3107963221);
INSERT INTO "action" VALUES(1,8,'Circle',971642120);
INSERT INTO "action" VALUES(1,9,'refill middle',2996222320);
INSERT INTO "action" VALUES(1,10,'Blue down top',1970634961);
INSERT INTO "action" VALUES(1,11,'Partial down top',644635655);
INSERT INTO "action" VALUES(1,12,'refill bottom',1711451382);
INSERT INTO "action" VALUES(1,13,'Blue',3683397146);
INSERT INTO "action" VALUES(1,14,'Partial down top',196967249);
INSERT INTO "action" VALUES(1,15,'Triangle',2156284386);
INSERT INTO "action" VALUES(1,16,'Blue',3176720027);
INSERT INTO "action" VALUES(1,17,'Triangle down top',1650665741);
INSERT INTO "action" VALUES(1,18,'refill top middle',2438994243);
INSERT INTO "action" VALUES(1,19,'Red',1715659303);
INSERT INTO "action" VALUES(1,20,'refill bottom',49532552);
INSERT INTO "action" VALUES(1,21,'Hollow',1711508766);
INSERT INTO "action" VALUES(1,22,'refill top',2778877382);
INSERT INTO "action" VALUES(1,23,'refill middle',3640442179);
INSERT INTO "action" VALUES(1,24,'refill bottom',529814834);
INSERT INTO "action" VALUES(1,25,'Green',19516385);
INSERT INTO "action" VALUES(1,26,'refill bottom',2057784053);
INSERT INTO "action" VALUES(1,27,'refill top middle',3794446028);
INSERT INTO "action" VALUES(1,28,'Square',921408242);
INSERT INTO "action" VALUES(1,29,'refill top',2296773370);
INSERT INTO "action" VALUES(1,30,'Red',1145892897);
INSERT INTO "action" VALUES(1,31,'refill top middle',2330961611);
INSERT INTO "action" VALUES(1,32,'Triangle',957526912);
INSERT INTO "action" VALUES(1,33,'refill middle',3962886363);
INSERT INTO "action" VALUES(1,34,'refill top bottom',2710794103);
INSERT INTO "action" VALUES(1,35,'refill middle',3061636415);
INSERT INTO "action" VALUES(1,36,'Filled',4210724516);
INSERT INTO "action" VALUES(1,37,'refill middle',453720338);
INSERT INTO "action" VALUES(1,38,'Partial',1179046757);
INSERT INTO "action" VALUES(1,39,'Circle',2401177020);
INSERT INTO "action" VALUES(1,40,'Hollow',572075261);
INSERT INTO "action" VALUES(1,41,'Square',1906978758);
INSERT INTO "action" VALUES(1,42,'refill bottom',3883133385);
INSERT INTO "action" VALUES(1,43,'Filled',1485651511);
INSERT INTO "action" VALUES(1,44,'Red',834932418);
INSERT INTO "action" VALUES(1,45,'refill middle',798606909);
INSERT INTO "action" VALUES(1,46,'Filled',3009526601);
INSERT INTO "action" VALUES(1,47,'Square',3247300369);
INSERT INTO "action" VALUES(1,48,'refill middle',1105423077);
INSERT INTO "action" VALUES(1,49,'Filled',3188781390);
INSERT INTO "action" VALUES(1,50,'Red',2822273411);
INSERT INTO "action" VALUES(1,51,'Green',3180095160);
INSERT INTO "action" VALUES(1,52,'Green',2531596350);
INSERT INTO "action" VALUES(1,53,'Blue',111159560);
INSERT INTO "action" VALUES(1,54,'Hollow',1022790297);
INSERT INTO "action" VALUES(1,55,'Green',2366874758);
INSERT INTO "action" VALUES(2,1,'Filled-Red-Triangle',3643414048);
INSERT INTO "action" VALUES(2,2,'Hollow-Blue-Square',2008871072);
INSERT INTO "action" VALUES(2,3,'Hollow-Red-Circle',1013744946);
INSERT INTO "action" VALUES(2,4,'Filled-Green-Triangle',4140832852);
INSERT INTO "action" VALUES(2,5,'Hollow-Blue-Circle',1181310826);
INSERT INTO "action" VALUES(2,6,'Filled-Blue-Circle',3324572377);
INSERT INTO "action" VALUES(2,7,'Hollow-Red-Square',2460592024);
INSERT INTO "action" VALUES(2,8,'Filled-Green-Circle',3982490447);
INSERT INTO "action" VALUES(2,9,'Hollow-Green-Square',1038389206);
INSERT INTO "action" VALUES(2,10,'Partial-Green-Square',2838447389);
INSERT INTO "action" VALUES(2,11,'Partial-Green-Triangle',341678697);
INSERT INTO "action" VALUES(2,12,'Filled-Green-Square',3810820646);
INSERT INTO "action" VALUES(2,13,'Partial-Blue-Circle',2852552738);
INSERT INTO "action" VALUES(2,14,'Partial-Red-Circle',1642832325);
INSERT INTO "action" VALUES(2,15,'Hollow-Blue-Triangle',3838641725);
INSERT INTO "action" VALUES(2,16,'Filled-Red-Circle',644775157);
INSERT INTO "action" VALUES(2,17,'Partial-Blue-Triangle',3722088746);
INSERT INTO "action" VALUES(2,18,'Filled-Blue-Triangle',1178132138);
INSERT INTO "action" VALUES(2,19,'Partial-Red-Square',1382043507);
INSERT INTO "action" VALUES(2,20,'Partial-Green-Circle',759294417);
INSERT INTO "action" VALUES(2,21,'Partial-Blue-Square',3571815110);
INSERT INTO "action" VALUES(2,22,'Hollow-Green-Triangle',1331296063);
INSERT INTO "action" VALUES(2,23,'Filled-Red-Square',1195608286);
INSERT INTO "action" VALUES(2,24,'Hollow-Red-Triangle',3073904547);
INSERT INTO "action" VALUES(3,1,'draw',1554808604);
INSERT INTO "action" VALUES(3,2,'lead Filled-Green-Triangle',1529831336);
INSERT INTO "action" VALUES(3,3,'Filled',1228777490);
INSERT INTO "action" VALUES(3,4,'Filled',3989503046);
INSERT INTO "action" VALUES(3,5,'Filled',1921385486);
INSERT INTO "action" VALUES(3,6,'send Green Square',1949056129);
INSERT INTO "action" VALUES(3,7,'send Blue',446948358);
INSERT INTO "action" VALUES(3,8,'draw',2201652479);
INSERT INTO "action" VALUES(3,9,'lead Filled-Red-Triangle',567660434);
INSERT INTO "action" VALUES(3,10,'Filled',2372382860);
INSERT INTO "action" VALUES(3,11,'Red',487629125);
INSERT INTO "action" VALUES(3,12,'Triangle',1038502442);
INSERT INTO "action" VALUES(3,13,'send Partial Filled',1140826082);
INSERT INTO "action" VALUES(3,14,'send Square',3994897338);
INSERT INTO "action" VALUES(3,15,'draw',3324826291);
INSERT INTO "action" VALUES(3,16,'lead Filled-Green-Circle',618830327);
INSERT INTO "action" VALUES(3,17,'Circle',1151888128);
INSERT INTO "action" VALUES(3,18,'Filled',2401718040);
INSERT INTO "action" VALUES(3,19,'Green',61178348);
INSERT INTO "action" VALUES(3,20,'send Red Circle',3977545150);
INSERT INTO "action" VALUES(3,21,'send Square',2878472176);
INSERT INTO "action" VALUES(3,22,'draw',1632788094);
INSERT INTO "action" VALUES(3,23,'lead Filled-Green-Square',2340697357);
INSERT INTO "action" VALUES(3,24,'Green',276168667);
INSERT INTO "action" VALUES(3,25,'Square',940946721);
INSERT INTO "action" VALUES(3,26,'Filled',3353436096);
INSERT INTO "action" VALUES(3,27,'send Filled Circle',1161189414);
INSERT INTO "action" VALUES(3,28,'send Filled',3821260073);
INSERT INTO "action" VALUES(3,29,'draw',3983241191);
INSERT INTO "action" VALUES(3,30,'lead Partial-Green-Circle',4175226407);
INSERT INTO "action" VALUES(3,31,'Circle',3111338999);
INSERT INTO "action" VALUES(3,32,'Green',22968643);
INSERT INTO "action" VALUES(3,33,'Circle',2214955157);
INSERT INTO "action" VALUES(3,34,'send Partial Circle',427457878);
INSERT INTO "action" VALUES(3,35,'send Partial',3246071385);
INSERT INTO "action" VALUES(3,36,'draw',4041679174);
INSERT INTO "action" VALUES(3,37,'lead Hollow-Red-Square',805712179);
INSERT INTO "action" VALUES(3,38,'Hollow',1245544015);
INSERT INTO "action" VALUES(3,39,'Square',233808866);
INSERT INTO "action" VALUES(3,40,'Hollow',3210591684);
INSERT INTO "action" VALUES(3,41,'send Partial Blue',3109075571);
INSERT INTO "action" VALUES(3,42,'send Triangle',815651559);
INSERT INTO "action" VALUES(3,43,'draw',1500688531);
INSERT INTO "action" VALUES(3,44,'lead Hollow-Green-Triangle',929207675);
INSERT INTO "action" VALUES(3,45,'Green',3465788951);
INSERT INTO "action" VALUES(3,46,'Hollow',3497152864);
INSERT INTO "action" VALUES(3,47,'Green',764782478);
INSERT INTO "action" VALUES(3,48,'send Blue Square',2641220466);
INSERT INTO "action" VALUES(3,49,'send Circle',1563188870);
INSERT INTO "action" VALUES(3,50,'draw',4060680629);
INSERT INTO "action" VALUES(3,51,'lead Filled-Blue-Circle',3931765433);
INSERT INTO "action" VALUES(3,52,'Circle',4264197968);
INSERT INTO "action" VALUES(3,53,'Filled',2572186587);
INSERT INTO "action" VALUES(3,54,'Filled',1640884124);
INSERT INTO "action" VALUES(3,55,'send Red Green',307652619);
INSERT INTO "action" VALUES(3,56,'send Filled',3317233338);
INSERT INTO "action" VALUES(3,57,'draw',1952845340);
INSERT INTO "action" VALUES(3,58,'lead Partial-Green-Triangle',2681599469);
INSERT INTO "action" VALUES(3,59,'Triangle',433526594);
INSERT INTO "action" VALUES(3,60,'Green',3982503815);
INSERT INTO "action" VALUES(3,61,'Triangle',2656749139);
INSERT INTO "action" VALUES(3,62,'send Red Triangle',590733503);
INSERT INTO "action" VALUES(3,63,'send Partial',3530198290);
INSERT INTO "action" VALUES(3,64,'draw',2495650333);
INSERT INTO "action" VALUES(3,65,'lead Filled-Blue-Triangle',667742192);
INSERT INTO "action" VALUES(3,66,'Blue',3633957273);
INSERT INTO "action" VALUES(3,67,'Blue',1220087262);
INSERT INTO "action" VALUES(3,68,'Triangle',31939338);
INSERT INTO "action" VALUES(3,69,'send Hollow Filled',4195971756);
INSERT INTO "action" VALUES(3,70,'send Hollow',3078064086);
INSERT INTO "action" VALUES(3,71,'draw',2731319121);
INSERT INTO "action" VALUES(3,72,'lead Filled-Red-Square',2422485485);
INSERT INTO "action" VALUES(3,73,'Red',4019517695);
INSERT INTO "action" VALUES(3,74,'Square',3327343777);
INSERT INTO "action" VALUES(3,75,'Filled',1686290624);
INSERT INTO "action" VALUES(3,76,'send Filled Filled',2756565426);
INSERT INTO "action" VALUES(3,77,'send Blue',4191185002);
INSERT INTO "action" VALUES(3,78,'draw',670351191);
INSERT INTO "action" VALUES(3,79,'lead Hollow-Red-Triangle',730539823);
INSERT INTO "action" VALUES(3,80,'Hollow',3737779450);
INSERT INTO "action" VALUES(3,81,'Triangle',3954629050);
INSERT INTO "action" VALUES(3,82,'Triangle',3424355726);
INSERT INTO "action" VALUES(3,83,'send Green Green',3713363629);
INSERT INTO "action" VALUES(3,84,'send Green',2644000519);
INSERT INTO "action" VALUES(3,85,'draw',4113877232);
INSERT INTO "action" VALUES(3,86,'lead Hollow-Green-Square',4285711901);
INSERT INTO "action" VALUES(3,87,'Hollow',4079055090);
INSERT INTO "action" VALUES(3,88,'Green',1317993517);
INSERT INTO "action" VALUES(3,89,'Hollow',350677568);
INSERT INTO "action" VALUES(3,90,'send Hollow Green',3717273086);
INSERT INTO "action" VALUES(3,91,'send Green',1134630537);
INSERT INTO "action" VALUES(3,92,'draw',2697004798);
INSERT INTO "action" VALUES(3,93,'lead Partial-Green-Square',1743244870);
INSERT INTO "action" VALUES(3,94,'Square',1130067568);
INSERT INTO "action" VALUES(3,95,'Green',492831549);
INSERT INTO "action" VALUES(3,96,'Green',3991188928);
INSERT INTO "action" VALUES(3,97,'send Square Square',3049674948);
INSERT INTO "action" VALUES(3,98,'send Hollow',1042038043);
INSERT INTO "action" VALUES(3,99,'draw',4233059236);
INSERT INTO "action" VALUES(3,100,'lead Filled-Red-Circle',3166071244);
INSERT INTO "action" VALUES(3,101,'Filled',2564604019);
INSERT INTO "action" VALUES(3,102,'Red',3489957455);
INSERT INTO "action" VALUES(3,103,'Red',3546163350);
INSERT INTO "action" VALUES(3,104,'send Hollow Square',499537716);
INSERT INTO "action" VALUES(3,105,'send Red',3847544472);
INSERT INTO "action" VALUES(3,106,'draw',2175197913);
INSERT INTO "action" VALUES(3,107,'lead Hollow-Green-Circle',1449937929);
INSERT INTO "action" VALUES(3,108,'Green',1621462087);
INSERT INTO "action" VALUES(3,109,'Hollow',29058406);
INSERT INTO "action" VALUES(3,110,'Green',3686884425);
INSERT INTO "action" VALUES(3,111,'send Blue Blue',3007903251);
INSERT INTO "action" VALUES(3,112,'send Green',1088255977);
INSERT INTO "action" VALUES(3,113,'draw',3362863018);
INSERT INTO "action" VALUES(3,114,'lead Partial-Blue-Square',3635282410);
INSERT INTO "action" VALUES(3,115,'Partial',633434901);
INSERT INTO "action" VALUES(3,116,'Blue',2526094950);
INSERT INTO "action" VALUES(3,117,'Square',2785090047);
INSERT INTO "action" VALUES(3,118,'send Filled Green',2856319524);
INSERT INTO "action" VALUES(3,119,'send Red',803848648);
INSERT INTO "action" VALUES(3,120,'draw',1997271661);
INSERT INTO "action" VALUES(3,121,'lead Partial-Green-Circle',2537676361);
INSERT INTO "action" VALUES(3,122,'Circle',377318398);
INSERT INTO "action" VALUES(3,123,'Green',1254691279);
INSERT INTO "action" VALUES(3,124,'Partial',2278155719);
INSERT INTO "action" VALUES(3,125,'send Square Triangle',2033696473);
INSERT INTO "action" VALUES(3,126,'send Blue',460348965);
INSERT INTO "action" VALUES(3,127,'draw',610685347);
INSERT INTO "action" VALUES(3,128,'lead Filled-Red-Square',783809887);
INSERT INTO "action" VALUES(3,129,'Square',893738648);
INSERT INTO "action" VALUES(3,130,'Filled',1727362882);
INSERT INTO "action" VALUES(3,131,'Red',479963397);
INSERT INTO "action" VALUES(3,132,'send Hollow Filled',3326791178);
INSERT INTO "action" VALUES(3,133,'send Circle',625076114);
INSERT INTO "action" VALUES(3,134,'draw',1769011206);
INSERT INTO "action" VALUES(3,135,'lead Hollow-Red-Triangle',3020477840);
INSERT INTO "action" VALUES(3,136,'Red',3450542147);
INSERT INTO "action" VALUES(3,137,'Triangle',3080508721);
INSERT INTO "action" VALUES(3,138,'Hollow',3961959070);
INSERT INTO "action" VALUES(3,139,'send Red Blue',1445230861);
INSERT INTO "action" VALUES(3,140,'send Blue',2184458638);
INSERT INTO "action" VALUES(3,141,'draw',3762414171);
INSERT INTO "action" VALUES(3,142,'lead Filled-Green-Triangle',1733128272);
INSERT INTO "action" VALUES(3,143,'Triangle',125542099);
INSERT INTO "action" VALUES(3,144,'Green',2507424589);
INSERT INTO "action" VALUES(3,145,'Filled',765029193);
INSERT INTO "action" VALUES(3,146,'send Green Triangle',1865343394);
INSERT INTO "action" VALUES(3,147,'send Triangle',4149832189);
INSERT INTO "action" VALUES(3,148,'draw',190317176);
INSERT INTO "action" VALUES(3,149,'lead Hollow-Green-Circle',4100019796);
INSERT INTO "action" VALUES(3,150,'Hollow',1149836246);
INSERT INTO "action" VALUES(3,151,'Hollow',1627891002);
INSERT INTO "action" VALUES(3,152,'Circle',452971980);
INSERT INTO "action" VALUES(3,153,'send Partial Triangle',3281481615);
INSERT INTO "action" VALUES(3,154,'send Triangle',492786897);
INSERT INTO "action" VALUES(3,155,'draw',3683305693);
INSERT INTO "action" VALUES(3,156,'lead Partial-Blue-Circle',943758198);
INSERT INTO "action" VALUES(3,157,'Circle',433747079);
INSERT INTO "action" VALUES(3,158,'Partial',1458310446);
INSERT INTO "action" VALUES(3,159,'Circle',3803540538);
INSERT INTO "action" VALUES(4,1,'hurricane F1',1146801037);
INSERT INTO "action" VALUES(4,2,'house J14',4079086350);
INSERT INTO "action" VALUES(4,3,'house B16',1546789466);
INSERT INTO "action" VALUES(4,4,'house G7',3857326285);
INSERT INTO "action" VALUES(4,5,'house C17',2548315872);
INSERT INTO "action" VALUES(4,6,'house F17',1318092484);
INSERT INTO "action" VALUES(4,7,'house I17',1304398545);
INSERT INTO "action" VALUES(4,8,'house G6',391556586);
INSERT INTO "action" VALUES(4,9,'house E18',2465707364);
INSERT INTO "action" VALUES(4,10,'house B14',812008248);
INSERT INTO "action" VALUES(4,11,'house D9',1571647027);
INSERT INTO "action" VALUES(4,12,'house A12',4045145145);
INSERT INTO "action" VALUES(4,13,'house D4',282506795);
INSERT INTO "action" VALUES(4,14,'house J18',2195001957);
INSERT INTO "action" VALUES(4,15,'house B6',647031455);
INSERT INTO "action" VALUES(4,16,'house A13',4222351335);
INSERT INTO "action" VALUES(4,17,'house I6',1074320972);
INSERT INTO "action" VALUES(4,18,'house C12',1917517005);
INSERT INTO "action" VALUES(4,19,'house B11',1765764900);
INSERT INTO "action" VALUES(4,20,'house I11',2242972083);
INSERT INTO "action" VALUES(4,21,'house I15',2198012215);
INSERT INTO "action" VALUES(4,22,'house C16',2658279993);
INSERT INTO "action" VALUES(4,23,'house D5',3793749165);
INSERT INTO "action" VALUES(4,24,'house D8',3864160911);
INSERT INTO "action" VALUES(4,25,'house D16',949720638);
INSERT INTO "action" VALUES(4,26,'house A6',378397572);
INSERT INTO "action" VALUES(4,27,'house A11',638364655);
INSERT INTO "action" VALUES(4,28,'house H15',551908531);
INSERT INTO "action" VALUES(4,29,'house A18',1522525578);
INSERT INTO "action" VALUES(4,30,'house F5',808867103);
INSERT INTO "action" VALUES(4,31,'house B18',4131935136);
INSERT INTO "action" VALUES(4,32,'house J19',2768790170);
INSERT INTO "action" VALUES(4,33,'house F15',2580398426);
INSERT INTO "action" VALUES(4,34,'house D7',968754147);
INSERT INTO "action" VALUES(4,35,'house H17',337507445);
INSERT INTO "action" VALUES(4,36,'house E12',3992939093);
INSERT INTO "action" VALUES(4,37,'house J12',4177196775);
INSERT INTO "action" VALUES(4,38,'house F11',2004331283);
INSERT INTO "action" VALUES(4,39,'house J4',194378775);
INSERT INTO "action" VALUES(4,40,'house J13',2041428914);
INSERT INTO "action" VALUES(4,41,'house C10',3212352047);
INSERT INTO "action" VALUES(4,42,'house D6',2405255598);
INSERT INTO "action" VALUES(4,43,'house I9',1505139437);
INSERT INTO "action" VALUES(4,44,'house C11',842894292);
INSERT INTO "action" VALUES(4,45,'house E9',1941050852);
INSERT INTO "action" VALUES(4,46,'house I16',3574511823);
INSERT INTO "action" VALUES(4,47,'house G8',2529409934);
INSERT INTO "action" VALUES(4,48,'house I19',1068305012);
INSERT INTO "action" VALUES(4,49,'house E13',712831661);
INSERT INTO "action" VALUES(4,50,'house I8',4135284919);
INSERT INTO "action" VALUES(4,51,'house B8',3061702052);
INSERT INTO "action" VALUES(4,52,'house G4',2556320504);
INSERT INTO "action" VALUES(4,53,'house G16',3713717187);
INSERT INTO "action" VALUES(4,54,'house D13',3837584935);
INSERT INTO "action" VALUES(4,55,'house B15',3768612630);
INSERT INTO "action" VALUES(4,56,'house A5',3623396744);
INSERT INTO "action" VALUES(4,57,'house E10',991967558);
INSERT INTO "action" VALUES(4,58,'house A9',2143899345);
INSERT INTO "action" VALUES(4,59,'house A14',3226773244);
INSERT INTO "action" VALUES(4,60,'house C4',3266294479);
INSERT INTO "action" VALUES(4,61,'house I4',2768637116);
INSERT INTO "action" VALUES(4,62,'3 4 2',3065826472);
INSERT INTO "action" VALUES(4,63,'offer',734071965);
INSERT INTO "action" VALUES(4,64,'insure A11',1045476657);
INSERT INTO "action" VALUES(4,65,'insure A12',641105684);
INSERT INTO "action" VALUES(4,66,'insure D6',668323064);
INSERT INTO "action" VALUES(4,67,'insure I6',4011097633);
INSERT INTO "action" VALUES(4,68,'insure I17',3843031736);
INSERT INTO "action" VALUES(4,69,'insure G4',3961678610);
INSERT INTO "action" VALUES(4,70,'insure G8',1128886632);
INSERT INTO "action" VALUES(4,71,'done',1977801030);
INSERT INTO "action" VALUES(4,72,'insure I19',3286952748);
INSERT INTO "action" VALUES(4,73,'insure I9',369988837);
INSERT INTO "action" VALUES(4,74,'insure D4',955430207);
INSERT INTO "action" VALUES(4,75,'insure C12',2965589506);
INSERT INTO "action" VALUES(4,76,'insure A9',2715397396);
INSERT INTO "action" VALUES(4,77,'insure B16',3364205965);
INSERT INTO "action" VALUES(4,78,'insure G6',3162185582);
INSERT INTO "action" VALUES(4,79,'insure F11',946890823);
INSERT INTO "action" VALUES(4,80,'insure H15',859493861);
INSERT INTO "action" VALUES(4,81,'insure F15',2541260566);
INSERT INTO "action" VALUES(4,82,'insure D5',2867031930);
INSERT INTO "action" VALUES(4,83,'done',343197335);
INSERT INTO "action" VALUES(4,84,'insure J18',2972710419);
INSERT INTO "action" VALUES(4,85,'insure C11',455217096);
INSERT INTO "action" VALUES(4,86,'insure J4',575541065);
INSERT INTO "action" VALUES(4,87,'insure A14',1053720813);
INSERT INTO "action" VALUES(4,88,'insure D8',1684498064);
INSERT INTO "action" VALUES(4,89,'insure E13',897914832);
INSERT INTO "action" VALUES(4,90,'insure B11',3824250960);
INSERT INTO "action" VALUES(4,91,'done',3145065575);
INSERT INTO "action" VALUES(4,92,'insure J13',3892292158);
INSERT INTO "action" VALUES(4,93,'insure D16',3906215037);
INSERT INTO "action" VALUES(4,94,'insure C17',2252026163);
INSERT INTO "action" VALUES(4,95,'insure H17',4175072320);
INSERT INTO "action" VALUES(4,96,'insure E9',471814855);
INSERT INTO "action" VALUES(4,97,'insure I8',3321810253);
INSERT INTO "action" VALUES(4,98,'insure C4',2744821028);
INSERT INTO "action" VALUES(4,99,'insure F5',4218448311);
INSERT INTO "action" VALUES(4,100,'insure I11',3478611463);
INSERT INTO "action" VALUES(4,101,'insure B6',2612802257);
INSERT INTO "action" VALUES(4,102,'insure B15',1311701246);
INSERT INTO "action" VALUES(4,103,'insure B14',1053329037);
INSERT INTO "action" VALUES(4,104,'4 3 5',2291580012);
INSERT INTO "action" VALUES(4,105,'renew A12',4060135100);
INSERT INTO "action" VALUES(4,106,'renew A11',462079203);
INSERT INTO "action" VALUES(4,107,'renew I6',2353466358);
INSERT INTO "action" VALUES(4,108,'renew G4',1016357139);
INSERT INTO "action" VALUES(4,109,'done',567708244);
INSERT INTO "action" VALUES(4,110,'offer',1664803851);
INSERT INTO "action" VALUES(4,111,'insure G16',1007137919);
INSERT INTO "action" VALUES(4,112,'done',2164845805);
INSERT INTO "action" VALUES(4,113,'insure I16',3832194405);
INSERT INTO "action" VALUES(4,114,'insure B8',1583859527);
INSERT INTO "action" VALUES(4,115,'insure I15',2549986050);
INSERT INTO "action" VALUES(4,116,'insure C10',3625577991);
INSERT INTO "action" VALUES(4,117,'insure A6',984138618);
INSERT INTO "action" VALUES(4,118,'insure D9',1769047862);
INSERT INTO "action" VALUES(4,119,'insure B18',4111494799);
INSERT INTO "action" VALUES(4,120,'insure F17',3002724588);
INSERT INTO "action" VALUES(4,121,'done',3646023087);
INSERT INTO "action" VALUES(4,122,'2 3 1',1909739272);
INSERT INTO "action" VALUES(4,123,'no offer',425635226);
INSERT INTO "action" VALUES(4,124,'5 1 2',2931736987);
INSERT INTO "action" VALUES(4,125,'renew E13',1785437492);
INSERT INTO "action" VALUES(4,126,'renew A14',3104865215);
INSERT INTO "action" VALUES(4,127,'renew J4',734664970);
INSERT INTO "action" VALUES(4,128,'done',4056833716);
INSERT INTO "action" VALUES(4,129,'no offer',1241868391);
INSERT INTO "action" VALUES(4,130,'build A18',2235864009);
INSERT INTO "action" VALUES(4,131,'1 5 2',4281669310);
INSERT INTO "action" VALUES(4,132,'no offer',1816401930);
INSERT INTO "action" VALUES(4,133,'build H17',685759058);
INSERT INTO "action" VALUES(4,134,'1 4',1817943684);
INSERT INTO "action" VALUES(4,135,'renew I16',3789343258);
INSERT INTO "action" VALUES(4,136,'done',1227955259);
INSERT INTO "action" VALUES(4,137,'no offer',3623449432);
INSERT INTO "action" VALUES(4,138,'1 2 3',4067372448);
INSERT INTO "action" VALUES(4,139,'renew A12',344369954);
INSERT INTO "action" VALUES(4,140,'done',3090734639);
INSERT INTO "action" VALUES(4,141,'no offer',651291150);
INSERT INTO "action" VALUES(4,142,'3 1 5',795358797);
INSERT INTO "action" VALUES(4,143,'renew I16',2622964797);
INSERT INTO "action" VALUES(4,144,'offer',3491154240);
INSERT INTO "action" VALUES(4,145,'insure J19',247497018);
INSERT INTO "action" VALUES(4,146,'insure C16',771822825);
INSERT INTO "action" VALUES(4,147,'insure J12',1797826161);
INSERT INTO "action" VALUES(4,148,'insure A11',3130006415);
INSERT INTO "action" VALUES(4,149,'done',4019313375);
INSERT INTO "action" VALUES(4,150,'done',3068902704);
INSERT INTO "action" VALUES(4,151,'2 4 1',64537263);
INSERT INTO "action" VALUES(4,152,'renew A12',2866014380);
INSERT INTO "action" VALUES(4,153,'done',746003236);
INSERT INTO "action" VALUES(4,154,'no offer',1058438941);
INSERT INTO "action" VALUES(4,155,'5 3 2',2683721529);
INSERT INTO "action" VALUES(4,156,'renew I16',2288281813);
INSERT INTO "action" VALUES(4,157,'no offer',3518162972);
INSERT INTO "action" VALUES(4,158,'build E12',3508968823);
INSERT INTO "action" VALUES(4,159,'1 4 5',3124735858);
INSERT INTO "action" VALUES(5,1,'Filled-Green-Circle',3699353772);
INSERT INTO "action" VALUES(5,2,'Triangle last',886508964);
INSERT INTO "action" VALUES(5,3,'Triangle last',3775531849);
INSERT INTO "action" VALUES(5,4,'Green',3645586279);
INSERT INTO "action" VALUES(5,5,'Green last',1299168472);
INSERT INTO "action" VALUES(5,6,'Green last',1444757353);
INSERT INTO "action" VALUES(5,7,'Partial-Green-Circle',2878816144);
INSERT INTO "action" VALUES(5,8,'Filled last',3155296708);
INSERT INTO "action" VALUES(5,9,'Partial-Green-Triangle',299496089);
INSERT INTO "action" VALUES(5,10,'Blue last',4038574844);
INSERT INTO "action" VALUES(5,11,'end',283847190);
INSERT INTO "action" VALUES(5,12,'Hollow-Green-Triangle',1171001152);
INSERT INTO "action" VALUES(5,13,'Filled-Blue-Triangle',1209370323);
INSERT INTO "action" VALUES(5,14,'Partial-Red-Triangle',2383845852);
INSERT INTO "action" VALUES(5,15,'end',3493362537);
INSERT INTO "action" VALUES(5,16,'Red last',3531839932);
INSERT INTO "action" VALUES(5,17,'Triangle last',2454459405);
INSERT INTO "action" VALUES(5,18,'end',1507883678);
INSERT INTO "action" VALUES(5,19,'Partial',3995422041);
INSERT INTO "action" VALUES(5,20,'end',1833091951);
INSERT INTO "action" VALUES(5,21,'end',997334000);
INSERT INTO "action" VALUES(5,22,'Partial-Blue-Square',2559236793);
INSERT INTO "action" VALUES(5,23,'Partial-Red-Square',3798296654);
INSERT INTO "action" VALUES(5,24,'end',3926190049);
INSERT INTO "action" VALUES(5,25,'Filled last',3646422978);
INSERT INTO "action" VALUES(5,26,'Partial last',4223846345);
INSERT INTO "action" VALUES(5,27,'Hollow last',2948836813);
INSERT INTO "action" VALUES(5,28,'Partial last',3799887505);
INSERT INTO "action" VALUES(5,29,'Red last',2206386840);
INSERT INTO "action" VALUES(5,30,'Blue + Partial-Blue-Triangle',2735296962);
INSERT INTO "action" VALUES(5,31,'Hollow + Red + Square',1943113580);
INSERT INTO "action" VALUES(5,32,'end',217999168);
INSERT INTO "action" VALUES(5,33,'end',14654470);
INSERT INTO "action" VALUES(5,34,'Filled last',1572000196);
INSERT INTO "action" VALUES(5,35,'end',722873230);
INSERT INTO "action" VALUES(5,36,'Circle last',3732139830);
INSERT INTO "action" VALUES(5,37,'Hollow-Blue-Triangle',3829919090);
INSERT INTO "action" VALUES(5,38,'Filled-Red-Circle',2873486519);
INSERT INTO "action" VALUES(5,39,'Hollow-Green-Square',1099261043);
INSERT INTO "action" VALUES(5,40,'Filled-Green-Square',1473687445);
INSERT INTO "action" VALUES(5,41,'Square last',1951926949);
INSERT INTO "action" VALUES(5,42,'Filled-Blue-Square',3087866295);
INSERT INTO "action" VALUES(5,43,'end',626789945);
INSERT INTO "action" VALUES(5,44,'Hollow last',3010073160);
INSERT INTO "action" VALUES(5,45,'end',2883983343);
INSERT INTO "action" VALUES(5,46,'Blue last',1564784142);
INSERT INTO "action" VALUES(5,47,'Red last',2431743948);
INSERT INTO "action" VALUES(5,48,'Square last',2912847869);
INSERT INTO "action" VALUES(5,49,'Green last',1668029233);
INSERT INTO "action" VALUES(5,50,'Triangle last',739186557);
INSERT INTO "action" VALUES(5,51,'Circle last',3057349086);
INSERT INTO "action" VALUES(5,52,'Hollow-Green-Circle',1417695506);
INSERT INTO "action" VALUES(5,53,'Hollow-Red-Circle',3067291572);
INSERT INTO "action" VALUES(5,54,'Square last',3279254519);
INSERT INTO "action" VALUES(5,55,'Circle last',3288647241);
INSERT INTO "action" VALUES(5,56,'Filled last',3733634117);
INSERT INTO "action" VALUES(5,57,'Hollow-Red-Triangle',218936206);
INSERT INTO "action" VALUES(5,58,'Hollow',1681984433);
INSERT INTO "action" VALUES(5,59,'end',642715455);
INSERT INTO "action" VALUES(5,60,'end',1311822324);
INSERT INTO "action" VALUES(5,61,'end',214641665);
INSERT INTO "action" VALUES(5,62,'Partial-Red-Circle',1215108692);
INSERT INTO "action" VALUES(5,63,'Partial',1487734372);
INSERT INTO "action" VALUES(5,64,'Circle',311453299);
INSERT INTO "action" VALUES(5,65,'end',2514729679);
INSERT INTO "action" VALUES(5,66,'Hollow-Red-Circle',1729572598);
INSERT INTO "action" VALUES(5,67,'Hollow last',4179202404);
INSERT INTO "action" VALUES(5,68,'Red',2177067505);
INSERT INTO "action" VALUES(5,69,'Hollow last',2685445357);
INSERT INTO "action" VALUES(5,70,'Hollow last',2448124100);
INSERT INTO "action" VALUES(5,71,'Blue + Hollow-Blue-Circle',1899339599);
INSERT INTO "action" VALUES(5,72,'end',3679497163);
INSERT INTO "action" VALUES(5,73,'Partial-Green-Triangle',2005572932);
INSERT INTO "action" VALUES(5,74,'Triangle',4059094875);
INSERT INTO "action" VALUES(5,75,'end',3674790365);
INSERT INTO "action" VALUES(5,76,'Triangle last',3651090743);
INSERT INTO "action" VALUES(5,77,'end',1340916498);
INSERT INTO "action" VALUES(5,78,'end',1446342206);
INSERT INTO "action" VALUES(5,79,'Filled-Blue-Square',3585597520);
INSERT INTO "action" VALUES(5,80,'Circle last',440092938);
INSERT INTO "action" VALUES(5,81,'end',2648419093);
INSERT INTO "action" VALUES(5,82,'Partial last',1690701448);
INSERT INTO "action" VALUES(5,83,'Blue',3406300125);
INSERT INTO "action" VALUES(5,84,'Filled-Green-Square',2041047633);
INSERT INTO "action" VALUES(5,85,'end',2174835298);
INSERT INTO "action" VALUES(5,86,'Triangle last',1789070182);
INSERT INTO "action" VALUES(5,87,'Filled-Green-Triangle',670137074);
INSERT INTO "action" VALUES(5,88,'Hollow-Green-Triangle',789396336);
INSERT INTO "action" VALUES(5,89,'Hollow-Green-Square',877891780);
INSERT INTO "action" VALUES(5,90,'Partial last',356632081);
INSERT INTO "action" VALUES(5,91,'Red last',3779855963);
INSERT INTO "action" VALUES(5,92,'Square last',2649242440);
INSERT INTO "action" VALUES(5,93,'Green last',1740592512);
INSERT INTO "action" VALUES(5,94,'end',2111516506);
INSERT INTO "action" VALUES(5,95,'Hollow-Red-Square',3630858472);
INSERT INTO "action" VALUES(5,96,'Square last',3690195443);
INSERT INTO "action" VALUES(5,97,'Circle last',407240368);
INSERT INTO "action" VALUES(5,98,'end',1227601045);
INSERT INTO "action" VALUES(5,99,'Partial-Green-Circle',1077848086);
INSERT INTO "action" VALUES(5,100,'Red last',981976917);
INSERT INTO "action" VALUES(5,101,'Blue last',2112358566);
INSERT INTO "action" VALUES(5,102,'end',3137466972);
INSERT INTO "action" VALUES(5,103,'Filled + Filled-Blue-Circle',2536810162);
INSERT INTO "action" VALUES(5,104,'Partial-Blue-Square',2575395487);
INSERT INTO "action" VALUES(5,105,'Partial last',2110471476);
INSERT INTO "action" VALUES(5,106,'Triangle last',655213798);
INSERT INTO "action" VALUES(5,107,'Filled last',419870255);
INSERT INTO "action" VALUES(5,108,'Hollow last',1561746135);
INSERT INTO "action" VALUES(5,109,'Hollow-Blue-Square',2869855835);
INSERT INTO "action" VALUES(5,110,'Hollow last',1410697820);
INSERT INTO "action" VALUES(5,111,'Hollow-Blue-Circle',1321699992);
INSERT INTO "action" VALUES(5,112,'Blue last',1379926315);
INSERT INTO "action" VALUES(5,113,'end',1529080371);
INSERT INTO "action" VALUES(5,114,'Hollow last',4178339937);
INSERT INTO "action" VALUES(5,115,'end',3984277467);
INSERT INTO "action" VALUES(5,116,'end',506030853);
INSERT INTO "action" VALUES(5,117,'Filled-Red-Square',3980201189);
INSERT INTO "action" VALUES(5,118,'Red',2581072084);
INSERT INTO "action" VALUES(5,119,'Square last',2415154101);
INSERT INTO "action" VALUES(5,120,'Square last',2169188073);
INSERT INTO "action" VALUES(5,121,'Filled last',1804880855);
INSERT INTO "action" VALUES(5,122,'Hollow + Blue + Circle',2114826330);
INSERT INTO "action" VALUES(5,123,'end',4221782700);
INSERT INTO "action" VALUES(5,124,'Partial-Red-Square',484859165);
INSERT INTO "action" VALUES(5,125,'Square last',4144340146);
INSERT INTO "action" VALUES(5,126,'Red last',2230750216);
INSERT INTO "action" VALUES(5,127,'Hollow last',2937303240);
INSERT INTO "action" VALUES(5,128,'Partial last',1085136644);
INSERT INTO "action" VALUES(5,129,'Filled last',2275147032);
INSERT INTO "action" VALUES(5,130,'Partial-Red-Triangle',2790961477);
INSERT INTO "action" VALUES(5,131,'Triangle last',2596936108);
INSERT INTO "action" VALUES(5,132,'Green last',2336557323);
INSERT INTO "action" VALUES(5,133,'Hollow last',2652174968);
INSERT INTO "action" VALUES(5,134,'Square last',874307291);
INSERT INTO "action" VALUES(5,135,'Blue last',1733212877);
INSERT INTO "action" VALUES(5,136,'end',382016608);
INSERT INTO "action" VALUES(5,137,'Circle last',308135302);
INSERT INTO "action" VALUES(5,138,'Partial-Green-Triangle',1088660690);
INSERT INTO "action" VALUES(5,139,'end',2107185280);
INSERT INTO "action" VALUES(5,140,'Filled last',3084220847);
INSERT INTO "action" VALUES(5,141,'end',3667709375);
INSERT INTO "action" VALUES(5,142,'end',1226046506);
INSERT INTO "action" VALUES(5,143,'Hollow-Blue-Triangle',220668049);
INSERT INTO "action" VALUES(5,144,'Partial-Blue-Triangle',2581098955);
INSERT INTO "action" VALUES(5,145,'Square last',3097939434);
INSERT INTO "action" VALUES(5,146,'Partial-Blue-Square',876791059);
INSERT INTO "action" VALUES(5,147,'Red last',3904139169);
INSERT INTO "action" VALUES(5,148,'Green last',1060076100);
INSERT INTO "action" VALUES(5,149,'end',158251703);
INSERT INTO "action" VALUES(5,150,'Partial-Blue-Circle',1852230134);
INSERT INTO "action" VALUES(5,151,'Partial-Green-Circle',3361854962);
INSERT INTO "action" VALUES(5,152,'end',1883698259);
INSERT INTO "action" VALUES(5,153,'Hollow + Hollow-Green-Square',3865958790);
INSERT INTO "action" VALUES(5,154,'Partial-Red-Triangle',1715812572);
INSERT INTO "action" VALUES(5,155,'Triangle',2771951237);
INSERT INTO "action" VALUES(5,156,'Filled last',197023661);
INSERT INTO "action" VALUES(5,157,'Hollow last',1738138645);
INSERT INTO "action" VALUES(5,158,'Partial last',3101785400);
INSERT INTO "action" VALUES(5,159,'Red',2781378730);
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,                 -- the id of its rules, as 'clash'
    head TEXT NOT NULL,                 -- its record without actions and counts, as JSON
    names TEXT NOT NULL,                -- at each seat, as JSON
    alone INTEGER NOT NULL,             -- whether one person plays every seat
    options TEXT NOT NULL,              -- as JSON, written out in full
    deal TEXT NOT NULL,
    started TEXT NOT NULL,              -- ISO 8601, UTC
    touched TEXT NOT NULL,
    length INTEGER NOT NULL DEFAULT 0,  -- actions that stand
    undone INTEGER NOT NULL DEFAULT 0,
    hinted INTEGER NOT NULL DEFAULT 0,
    given INTEGER NOT NULL DEFAULT 0,
    daily TEXT NOT NULL DEFAULT '',     -- the date of the daily deal that it is
    turn INTEGER,                       -- the seat that is asked; NULL once it is over
    outcome TEXT,                       -- as JSON, once it is over
    holder TEXT NOT NULL DEFAULT ''     -- the sitting in whose hands it is
);
INSERT INTO "game" VALUES(1,'exit-stage-right','{
  "format": "cardtable-record",
  "version": 2,
  "game": "exit-stage-right",
  "rules": 1,
  "options": {"hand_size": 6, "draw": "after-each-single", "refill_count": "up-to", "refill_shift": "all-but-new", "empty_grid": "allowed", "open_hands": false, "first": null},
  "seats": [
    {"name": "Ann", "person": 0},
    {"name": "Bob", "person": 0},
    {"name": "Cleo", "person": 0},
    {"name": "Dan", "person": 0},
    {"name": "Eva", "person": 0},
    {"name": "Finn", "person": 0}
  ],
  "deal": "000K-AA80",
  "undone": 0,
  "hinted": 0,
  "given": 0,
  "actions": [],
  "sum": "2d7764db"
}
','["Ann", "Bob", "Cleo", "Dan", "Eva", "Finn"]',1,'{"draw": "after-each-single", "empty_grid": "allowed", "first": null, "hand_size": 6, "open_hands": false, "refill_count": "up-to", "refill_shift": "all-but-new"}','000K-AA80','2026-11-20T22:37:55.230+00:00','2026-11-20T22:37:55.230+00:00',55,3,0,0,'',NULL,'{"points": [-26, -26, -26, -26, -26, -26], "winners": [], "together": true, "margin": -26, "reason": "The table won 0 and lost 26: a loss by 26.", "ruling": "ES-9"}','d5d0db5c38918790');
INSERT INTO "game" VALUES(2,'tradewinds','{
  "format": "cardtable-record",
  "version": 2,
  "game": "tradewinds",
  "rules": 1,
  "options": {"first": null, "true_cards": null, "open_hands": false},
  "seats": [
    {"name": "Ann", "person": 0},
    {"name": "Bob", "person": 0},
    {"name": "Cleo", "person": 0},
    {"name": "Dan", "person": 0}
  ],
  "deal": "000K-AA80",
  "undone": 0,
  "hinted": 0,
  "given": 0,
  "actions": [],
  "sum": "4aa9b5b0"
}
','["Ann", "Bob", "Cleo", "Dan"]',1,'{"first": null, "open_hands": false, "true_cards": null}','000K-AA80','2026-11-20T22:37:55.288+00:00','2026-11-20T22:37:55.288+00:00',24,3,0,0,'',NULL,'{"points": [-2, -2, 6, 5], "winners": [0, 1, 2, 3], "together": true, "margin": 7, "reason": "19 Singles score and 12 deduct: a clear victory.", "ruling": "TW-12"}','d5d0db5c38918790');
INSERT INTO "game" VALUES(3,'rummy-like','{
  "format": "cardtable-record",
  "version": 2,
  "game": "rummy-like",
  "rules": 1,
  "options": {"target": 10, "first": null},
  "seats": [
    {"name": "Ann", "person": 0},
    {"name": "Bob", "person": 0},
    {"name": "Cleo", "person": 0}
  ],
  "deal": "000K-AA80",
  "undone": 0,
  "hinted": 0,
  "given": 0,
  "actions": [],
  "sum": "68ca4f2e"
}
','["Ann", "Bob", "Cleo"]',1,'{"first": null, "target": 10}','000K-AA80','2026-11-20T22:37:55.298+00:00','2026-11-20T22:37:55.298+00:00',159,3,0,0,'',0,NULL,'d5d0db5c38918790');
INSERT INTO "game" VALUES(4,'wind-city','{
  "format": "cardtable-record",
  "version": 2,
  "game": "wind-city",
  "rules": 1,
  "options": {"first": null, "calm_bonus": "any", "piles": 3, "board": {"columns": 10, "sea_rows": 3, "section_rows": 4, "stations": [[1, 2], [2, 7], [5, 4], [6, 9], [8, 1], [10, 6], [12, 8], [13, 3], [16, 0], [17, 5]]}, "cards": [[{"kind": "move", "direction": "south", "steps": 1, "cost": 1}, {"kind": "move", "direction": "north", "steps": 3, "cost": 2}, {"kind": "move", "direction": "east", "steps": 2, "cost": 1}, {"kind": "move", "direction": "east", "steps": 3, "cost": 3}, {"kind": "house", "cost": 4}], [{"kind": "move", "direction": "south", "steps": 1, "cost": 1}, {"kind": "move", "direction": "north", "steps": 4, "cost": 3}, {"kind": "move", "direction": "west", "steps": 2, "cost": 1}, {"kind": "move", "direction": "west", "steps": 2, "cost": 2}, {"kind": "house", "cost": 4}], [{"kind": "move", "direction": "south", "steps": 1, "cost": 2}, {"kind": "move", "direction": "north", "steps": 2, "cost": 1}, {"kind": "move", "direction": "east", "steps": 3, "cost": 2}, {"kind": "move", "direction": "west", "steps": 4, "cost": 4}, {"kind": "house", "cost": 4}], [{"kind": "move", "direction": "south", "steps": 2, "cost": 3}, {"kind": "move", "direction": "north", "steps": 3, "cost": 2}, {"kind": "move", "direction": "west", "steps": 1, "cost": 1}, {"kind": "move", "direction": "west", "steps": 4, "cost": 3}, {"kind": "house", "cost": 4}], [{"kind": "move", "direction": "south", "steps": 1, "cost": 1}, {"kind": "move", "direction": "north", "steps": 4, "cost": 3}, {"kind": "move", "direction": "east", "steps": 2, "cost": 1}, {"kind": "move", "direction": "east", "steps": 2, "cost": 2}, {"kind": "house", "cost": 4}], [{"kind": "move", "direction": "south", "steps": 1, "cost": 2}, {"kind": "move", "direction": "north", "steps": 2, "cost": 1}, {"kind": "move", "direction": "west", "steps": 3, "cost": 3}, {"kind": "move", "direction": "west", "steps": 2, "cost": 2}, {"kind": "house", "cost": 3}], [{"kind": "move", "direction": "south", "steps": 2, "cost": 2}, {"kind": "move", "direction": "north", "steps": 5, "cost": 4}, {"kind": "move", "direction": "east", "steps": 1, "cost": 1}, {"kind": "move", "direction": "west", "steps": 3, "cost": 3}, {"kind": "house", "cost": 5}], [{"kind": "move", "direction": "south", "steps": 1, "cost": 1}, {"kind": "move", "direction": "north", "steps": 3, "cost": 2}, {"kind": "move", "direction": "west", "steps": 3, "cost": 3}, {"kind": "move", "direction": "west", "steps": 1, "cost": 2}, {"kind": "house", "cost": 3}], [{"kind": "move", "direction": "south", "steps": 1, "cost": 2}, {"kind": "move", "direction": "north", "steps": 3, "cost": 3}, {"kind": "move", "direction": "east", "steps": 1, "cost": 1}, {"kind": "move", "direction": "east", "steps": 4, "cost": 4}, {"kind": "house", "cost": 4}], [{"kind": "move", "direction": "south", "steps": 1, "cost": 2}, {"kind": "move", "direction": "north", "steps": 2, "cost": 2}, {"kind": "move", "direction": "west", "steps": 2, "cost": 2}, {"kind": "move", "direction": "east", "steps": 3, "cost": 3}, {"kind": "house", "cost": 3}], [{"kind": "move", "direction": "south", "steps": 2, "cost": 3}, {"kind": "move", "direction": "north", "steps": 4, "cost": 3}, {"kind": "move", "direction": "east", "steps": 3, "cost": 3}, {"kind": "move", "direction": "east", "steps": 2, "cost": 2}, {"kind": "house", "cost": 5}], [{"kind": "move", "direction": "south", "steps": 2, "cost": 2}, {"kind": "move", "direction": "north", "steps": 1, "cost": 1}, {"kind": "move", "direction": "west", "steps": 5, "cost": 4}, {"kind": "move", "direction": "east", "steps": 3, "cost": 3}, {"kind": "house", "cost": 4}], [{"kind": "move", "direction": "south", "steps": 1, "cost": 2}, {"kind": "move", "direction": "north", "steps": 4, "cost": 3}, {"kind": "move", "direction": "west", "steps": 3, "cost": 3}, {"kind": "move", "direction": "east", "steps": 1, "cost": 1}, {"kind": "house", "cost": 5}], [{"kind": "move", "direction": "south", "steps": 1, "cost": 1}, {"kind": "move", "direction": "north", "steps": 3, "cost": 2}, {"kind": "move", "direction": "west", "steps": 2, "cost": 2}, {"kind": "move", "direction": "west", "steps": 3, "cost": 3}, {"kind": "house", "cost": 4}], [{"kind": "move", "direction": "south", "steps": 3, "cost": 4}, {"kind": "move", "direction": "north", "steps": 2, "cost": 1}, {"kind": "move", "direction": "east", "steps": 2, "cost": 2}, {"kind": "move", "direction": "east", "steps": 4, "cost": 3}, {"kind": "house", "cost": 3}], [{"kind": "move", "direction": "south", "steps": 1, "cost": 1}, {"kind": "move", "direction": "north", "steps": 4, "cost": 4}, {"kind": "move", "direction": "west", "steps": 1, "cost": 1}, {"kind": "move", "direction": "east", "steps": 2, "cost": 2}, {"kind": "house", "cost": 3}], [{"kind": "move", "direction": "south", "steps": 1, "cost": 2}, {"kind": "move", "direction": "north", "steps": 2, "cost": 2}, {"kind": "move", "direction": "west", "steps": 3, "cost": 2}, {"kind": "move", "direction": "east", "steps": 4, "cost": 4}, {"kind": "house", "cost": 5}], [{"kind": "move", "direction": "south", "steps": 1, "cost": 2}, {"kind": "move", "direction": "north", "steps": 3, "cost": 2}, {"kind": "move", "direction": "west", "steps": 4, "cost": 3}, {"kind": "move", "direction": "west", "steps": 2, "cost": 2}, {"kind": "house", "cost": 4}], [{"kind": "move", "direction": "south", "steps": 2, "cost": 3}, {"kind": "move", "direction": "north", "steps": 3, "cost": 2}, {"kind": "move", "direction": "east", "steps": 1, "cost": 2}, {"kind": "move", "direction": "west", "steps": 3, "cost": 3}, {"kind": "house", "cost": 4}], [{"kind": "move", "direction": "south", "steps": 2, "cost": 3}, {"kind": "move", "direction": "north", "steps": 1, "cost": 1}, {"kind": "move", "direction": "east", "steps": 3, "cost": 3}, {"kind": "move", "direction": "east", "steps": 1, "cost": 1}, {"kind": "house", "cost": 3}], [{"kind": "move", "direction": "south", "steps": 1, "cost": 2}, {"kind": "move", "direction": "north", "steps": 2, "cost": 1}, {"kind": "move", "direction": "west", "steps": 1, "cost": 1}, {"kind": "move", "direction": "west", "steps": 3, "cost": 2}, {"kind": "house", "cost": 5}], [{"kind": "move", "direction": "south", "steps": 2, "cost": 2}, {"kind": "move", "direction": "north", "steps": 3, "cost": 2}, {"kind": "move", "direction": "east", "steps": 5, "cost": 4}, {"kind": "move", "direction": "west", "steps": 2, "cost": 2}, {"kind": "house", "cost": 4}], [{"kind": "move", "direction": "south", "steps": 3, "cost": 3}, {"kind": "move", "direction": "north", "steps": 4, "cost": 4}, {"kind": "move", "direction": "west", "steps": 2, "cost": 2}, {"kind": "move", "direction": "east", "steps": 1, "cost": 1}, {"kind": "house", "cost": 5}], [{"kind": "move", "direction": "south", "steps": 1, "cost": 2}, {"kind": "move", "direction": "north", "steps": 5, "cost": 5}, {"kind": "move", "direction": "east", "steps": 2, "cost": 2}, {"kind": "move", "direction": "east", "steps": 3, "cost": 3}, {"kind": "house", "cost": 4}], [{"kind": "move", "direction": "south", "steps": 2, "cost": 2}, {"kind": "move", "direction": "north", "steps": 1, "cost": 1}, {"kind": "move", "direction": "east", "steps": 3, "cost": 2}, {"kind": "move", "direction": "east", "steps": 1, "cost": 1}, {"kind": "house", "cost": 3}]]},
  "seats": [
    {"name": "Ann", "person": 0},
    {"name": "Bob", "person": 0},
    {"name": "Cleo", "person": 0},
    {"name": "Dan", "person": 0},
    {"name": "Eva", "person": 0}
  ],
  "deal": "000K-AA80",
  "undone": 0,
  "hinted": 0,
  "given": 0,
  "actions": [],
  "sum": "6970464d"
}
','["Ann", "Bob", "Cleo", "Dan", "Eva"]',1,'{"board": {"columns": 10, "sea_rows": 3, "section_rows": 4, "stations": [[1, 2], [2, 7], [5, 4], [6, 9], [8, 1], [10, 6], [12, 8], [13, 3], [16, 0], [17, 5]]}, "calm_bonus": "any", "cards": [[{"cost": 1, "direction": "south", "kind": "move", "steps": 1}, {"cost": 2, "direction": "north", "kind": "move", "steps": 3}, {"cost": 1, "direction": "east", "kind": "move", "steps": 2}, {"cost": 3, "direction": "east", "kind": "move", "steps": 3}, {"cost": 4, "kind": "house"}], [{"cost": 1, "direction": "south", "kind": "move", "steps": 1}, {"cost": 3, "direction": "north", "kind": "move", "steps": 4}, {"cost": 1, "direction": "west", "kind": "move", "steps": 2}, {"cost": 2, "direction": "west", "kind": "move", "steps": 2}, {"cost": 4, "kind": "house"}], [{"cost": 2, "direction": "south", "kind": "move", "steps": 1}, {"cost": 1, "direction": "north", "kind": "move", "steps": 2}, {"cost": 2, "direction": "east", "kind": "move", "steps": 3}, {"cost": 4, "direction": "west", "kind": "move", "steps": 4}, {"cost": 4, "kind": "house"}], [{"cost": 3, "direction": "south", "kind": "move", "steps": 2}, {"cost": 2, "direction": "north", "kind": "move", "steps": 3}, {"cost": 1, "direction": "west", "kind": "move", "steps": 1}, {"cost": 3, "direction": "west", "kind": "move", "steps": 4}, {"cost": 4, "kind": "house"}], [{"cost": 1, "direction": "south", "kind": "move", "steps": 1}, {"cost": 3, "direction": "north", "kind": "move", "steps": 4}, {"cost": 1, "direction": "east", "kind": "move", "steps": 2}, {"cost": 2, "direction": "east", "kind": "move", "steps": 2}, {"cost": 4, "kind": "house"}], [{"cost": 2, "direction": "south", "kind": "move", "steps": 1}, {"cost": 1, "direction": "north", "kind": "move", "steps": 2}, {"cost": 3, "direction": "west", "kind": "move", "steps": 3}, {"cost": 2, "direction": "west", "kind": "move", "steps": 2}, {"cost": 3, "kind": "house"}], [{"cost": 2, "direction": "south", "kind": "move", "steps": 2}, {"cost": 4, "direction": "north", "kind": "move", "steps": 5}, {"cost": 1, "direction": "east", "kind": "move", "steps": 1}, {"cost": 3, "direction": "west", "kind": "move", "steps": 3}, {"cost": 5, "kind": "house"}], [{"cost": 1, "direction": "south", "kind": "move", "steps": 1}, {"cost": 2, "direction": "north", "kind": "move", "steps": 3}, {"cost": 3, "direction": "west", "kind": "move", "steps": 3}, {"cost": 2, "direction": "west", "kind": "move", "steps": 1}, {"cost": 3, "kind": "house"}], [{"cost": 2, "direction": "south", "kind": "move", "steps": 1}, {"cost": 3, "direction": "north", "kind": "move", "steps": 3}, {"cost": 1, "direction": "east", "kind": "move", "steps": 1}, {"cost": 4, "direction": "east", "kind": "move", "steps": 4}, {"cost": 4, "kind": "house"}], [{"cost": 2, "direction": "south", "kind": "move", "steps": 1}, {"cost": 2, "direction": "north", "kind": "move", "steps": 2}, {"cost": 2, "direction": "west", "kind": "move", "steps": 2}, {"cost": 3, "direction": "east", "kind": "move", "steps": 3}, {"cost": 3, "kind": "house"}], [{"cost": 3, "direction": "south", "kind": "move", "steps": 2}, {"cost": 3, "direction": "north", "kind": "move", "steps": 4}, {"cost": 3, "direction": "east", "kind": "move", "steps": 3}, {"cost": 2, "direction": "east", "kind": "move", "steps": 2}, {"cost": 5, "kind": "house"}], [{"cost": 2, "direction": "south", "kind": "move", "steps": 2}, {"cost": 1, "direction": "north", "kind": "move", "steps": 1}, {"cost": 4, "direction": "west", "kind": "move", "steps": 5}, {"cost": 3, "direction": "east", "kind": "move", "steps": 3}, {"cost": 4, "kind": "house"}], [{"cost": 2, "direction": "south", "kind": "move", "steps": 1}, {"cost": 3, "direction": "north", "kind": "move", "steps": 4}, {"cost": 3, "direction": "west", "kind": "move", "steps": 3}, {"cost": 1, "direction": "east", "kind": "move", "steps": 1}, {"cost": 5, "kind": "house"}], [{"cost": 1, "direction": "south", "kind": "move", "steps": 1}, {"cost": 2, "direction": "north", "kind": "move", "steps": 3}, {"cost": 2, "direction": "west", "kind": "move", "steps": 2}, {"cost": 3, "direction": "west", "kind": "move", "steps": 3}, {"cost": 4, "kind": "house"}], [{"cost": 4, "direction": "south", "kind": "move", "steps": 3}, {"cost": 1, "direction": "north", "kind": "move", "steps": 2}, {"cost": 2, "direction": "east", "kind": "move", "steps": 2}, {"cost": 3, "direction": "east", "kind": "move", "steps": 4}, {"cost": 3, "kind": "house"}], [{"cost": 1, "direction": "south", "kind": "move", "steps": 1}, {"cost": 4, "direction": "north", "kind": "move", "steps": 4}, {"cost": 1, "direction": "west", "kind": "move", "steps": 1}, {"cost": 2, "direction": "east", "kind": "move", "steps": 2}, {"cost": 3, "kind": "house"}], [{"cost": 2, "direction": "south", "kind": "move", "steps": 1}, {"cost": 2, "direction": "north", "kind": "move", "steps": 2}, {"cost": 2, "direction": "west", "kind": "move", "steps": 3}, {"cost": 4, "direction": "east", "kind": "move", "steps": 4}, {"cost": 5, "kind": "house"}], [{"cost": 2, "direction": "south", "kind": "move", "steps": 1}, {"cost": 2, "direction": "north", "kind": "move", "steps": 3}, {"cost": 3, "direction": "west", "kind": "move", "steps": 4}, {"cost": 2, "direction": "west", "kind": "move", "steps": 2}, {"cost": 4, "kind": "house"}], [{"cost": 3, "direction": "south", "kind": "move", "steps": 2}, {"cost": 2, "direction": "north", "kind": "move", "steps": 3}, {"cost": 2, "direction": "east", "kind": "move", "steps": 1}, {"cost": 3, "direction": "west", "kind": "move", "steps": 3}, {"cost": 4, "kind": "house"}], [{"cost": 3, "direction": "south", "kind": "move", "steps": 2}, {"cost": 1, "direction": "north", "kind": "move", "steps": 1}, {"cost": 3, "direction": "east", "kind": "move", "steps": 3}, {"cost": 1, "direction": "east", "kind": "move", "steps": 1}, {"cost": 3, "kind": "house"}], [{"cost": 2, "direction": "south", "kind": "move", "steps": 1}, {"cost": 1, "direction": "north", "kind": "move", "steps": 2}, {"cost": 1, "direction": "west", "kind": "move", "steps": 1}, {"cost": 2, "direction": "west", "kind": "move", "steps": 3}, {"cost": 5, "kind": "house"}], [{"cost": 2, "direction": "south", "kind": "move", "steps": 2}, {"cost": 2, "direction": "north", "kind": "move", "steps": 3}, {"cost": 4, "direction": "east", "kind": "move", "steps": 5}, {"cost": 2, "direction": "west", "kind": "move", "steps": 2}, {"cost": 4, "kind": "house"}], [{"cost": 3, "direction": "south", "kind": "move", "steps": 3}, {"cost": 4, "direction": "north", "kind": "move", "steps": 4}, {"cost": 2, "direction": "west", "kind": "move", "steps": 2}, {"cost": 1, "direction": "east", "kind": "move", "steps": 1}, {"cost": 5, "kind": "house"}], [{"cost": 2, "direction": "south", "kind": "move", "steps": 1}, {"cost": 5, "direction": "north", "kind": "move", "steps": 5}, {"cost": 2, "direction": "east", "kind": "move", "steps": 2}, {"cost": 3, "direction": "east", "kind": "move", "steps": 3}, {"cost": 4, "kind": "house"}], [{"cost": 2, "direction": "south", "kind": "move", "steps": 2}, {"cost": 1, "direction": "north", "kind": "move", "steps": 1}, {"cost": 2, "direction": "east", "kind": "move", "steps": 3}, {"cost": 1, "direction": "east", "kind": "move", "steps": 1}, {"cost": 3, "kind": "house"}]], "first": null, "piles": 3}','000K-AA80','2026-11-20T22:37:55.322+00:00','2026-11-20T22:37:55.322+00:00',159,3,0,0,'',2,NULL,'d5d0db5c38918790');
INSERT INTO "game" VALUES(5,'clash','{
  "format": "cardtable-record",
  "version": 2,
  "game": "clash",
  "rules": 1,
  "options": {"target": 10, "first": null},
  "seats": [
    {"name": "Ann", "person": 0},
    {"name": "Bob", "person": 0}
  ],
  "deal": "000K-AA80",
  "undone": 0,
  "hinted": 0,
  "given": 0,
  "actions": [],
  "sum": "3fb8faf6"
}
','["Ann", "Bob"]',1,'{"first": null, "target": 10}','000K-AA80','2026-11-20T22:37:55.344+00:00','2026-11-20T22:37:55.345+00:00',159,3,0,0,'',0,NULL,'d5d0db5c38918790');
INSERT INTO "game" VALUES(6,'clash','{
  "format": "cardtable-record",
  "version": 2,
  "game": "clash",
  "rules": 1,
  "options": {"target": 10, "first": null},
  "seats": [
    {"name": "Ann", "person": 0},
    {"name": "Bob", "person": 1}
  ],
  "deal": "0000-0005",
  "undone": 0,
  "hinted": 0,
  "given": 0,
  "actions": [],
  "sum": "5b77d463"
}
','["Ann", "Bob"]',0,'{"first": null, "target": 10}','0000-0005','2026-11-20T22:37:55.354+00:00','2026-11-20T22:37:55.354+00:00',0,0,0,0,'',1,NULL,'d5d0db5c38918790');
CREATE TABLE progress (
    about TEXT PRIMARY KEY,             -- as 'lesson exit-stage-right 01-the-goal'
    value TEXT NOT NULL,                -- JSON
    touched TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX game_touched ON game (touched);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('game',6);
COMMIT;
