/** The zones that a report may have: Microsoft's own list (…/advertising/reporting-service/reporttimezone). */
export const REPORT_TIME_ZONES: ReadonlySet<string> = new Set(
  `Nukualofa FijiKamchatkaMarshallIsland AucklandWellington MagadanSolomonIslandNewCaledonia Vladivostok Hobart
  GuamPortMoresby CanberraMelbourneSydney Brisbane Darwin Adelaide Yakutsk Seoul OsakaSapporoTokyo Taipei Perth
  KualaLumpurSingapore IrkutskUlaanBataar BeijingChongqingHongKongUrumqi Krasnoyarsk BangkokHanoiJakarta Rangoon
  SriJayawardenepura AstanaDhaka AlmatyNovosibirsk Kathmandu ChennaiKolkataMumbaiNewDelhi IslandamabadKarachiTashkent
  Ekaterinburg Kabul BakuTbilisiYerevan AbuDhabiMuscat Tehran Nairobi MoscowStPetersburgVolgograd KuwaitRiyadh Baghdad
  Jerusalem HelsinkiKyivRigaSofiaTallinnVilnius HararePretoria Cairo Bucharest AthensIslandanbulMinsk WestCentralAfrica
  SarajevoSkopjeWarsawZagreb BrusselsCopenhagenMadridParis BelgradeBratislavaBudapestLjubljanaPrague
  AmsterdamBerlinBernRomeStockholmVienna CasablancaMonrovia GreenwichMeanTimeDublinEdinburghLisbonLondon Azores
  CapeVerdeIsland MidAtlantic Brasilia BuenosAiresGeorgetown Greenland Newfoundland AtlanticTimeCanada CaracasLaPaz
  Santiago BogotaLimaQuito EasternTimeUSCanada IndianaEast CentralAmerica CentralTimeUSCanada
  GuadalajaraMexicoCityMonterrey Saskatchewan Arizona ChihuahuaLaPazMazatlan MountainTimeUSCanada
  PacificTimeUSCanadaTijuana Alaska Hawaii MidwayIslandandSamoa InternationalDateLineWest`.split(/\s+/),
);
