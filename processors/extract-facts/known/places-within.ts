// Which place lies in which: who lives in Berlin lives in Germany, so that neither ends the other. Large places only; of
// others nothing is known. Pure.
import { nth } from '../../../infra/runtime/certain.ts'
import type { CurrentFact } from './current-fact.ts'

/**
 * The names of a country, a region or a city, and what lies in it; several words of one name are joined by an underscore,
 * without `the`, signs and accents.
 * What lies in a place lies in all that it lies in, so a name that is also a region elsewhere is left out: the Victoria
 * of Melbourne is not the one in Canada.
 */
const WITHIN = `germany: berlin hamburg munich cologne frankfurt stuttgart dusseldorf leipzig dresden hanover nuremberg bremen bonn essen dortmund mannheim karlsruhe freiburg heidelberg munster augsburg kiel mainz aachen potsdam rostock erfurt bavaria saxony hesse
bavaria: munich nuremberg augsburg regensburg wurzburg
austria: vienna graz linz salzburg innsbruck klagenfurt tyrol
switzerland: zurich geneva basel bern lausanne lucerne lugano st_gallen
france: paris lyon marseille toulouse nice bordeaux lille nantes strasbourg montpellier rennes grenoble dijon brittany normandy provence
italy: rome milan naples turin florence bologna venice genoa palermo verona pisa bari catania trieste sicily tuscany sardinia lombardy
spain: madrid barcelona valencia seville malaga bilbao zaragoza granada cadiz alicante catalonia andalusia majorca
catalonia: barcelona girona
portugal: lisbon porto braga coimbra faro madeira algarve
netherlands: amsterdam rotterdam utrecht hague eindhoven groningen leiden haarlem maastricht delft
belgium: brussels antwerp ghent bruges leuven liege flanders
ireland: dublin cork galway limerick
uk united_kingdom britain great_britain: england scotland wales northern_ireland london manchester birmingham leeds liverpool bristol sheffield edinburgh glasgow cardiff belfast
england: london manchester birmingham leeds liverpool bristol sheffield york oxford cambridge brighton newcastle nottingham bath norwich leicester southampton exeter cornwall yorkshire kent
scotland: edinburgh glasgow aberdeen dundee inverness
wales: cardiff swansea
northern_ireland: belfast
london: hackney camden islington brixton greenwich soho croydon peckham
denmark: copenhagen aarhus odense aalborg
sweden: stockholm gothenburg malmo uppsala lund
norway: oslo bergen trondheim stavanger tromso tromsø
finland: helsinki tampere turku oulu espoo
iceland: reykjavik
estonia: tallinn tartu
latvia: riga
lithuania: vilnius kaunas
poland: warsaw krakow gdansk wroclaw poznan lodz łodz
czechia czech_republic: prague brno ostrava
slovakia: bratislava kosice
hungary: budapest debrecen szeged
slovenia: ljubljana maribor
croatia: zagreb split dubrovnik rijeka
serbia: belgrade novi_sad
romania: bucharest cluj timisoara
bulgaria: sofia plovdiv varna
greece: athens thessaloniki patras crete
turkey: istanbul ankara izmir bursa antalya
ukraine: kyiv kiev lviv odesa odessa kharkiv
russia: moscow st_petersburg kazan
georgia: tbilisi batumi atlanta savannah
israel: tel_aviv jerusalem haifa
egypt: cairo alexandria
morocco: casablanca rabat marrakesh
kenya: nairobi mombasa
nigeria: lagos abuja ibadan
ghana: accra kumasi
south_africa: cape_town johannesburg durban pretoria
india: delhi new_delhi mumbai bangalore bengaluru chennai kolkata hyderabad pune jaipur surat ahmedabad kochi goa kerala
pakistan: karachi lahore islamabad
bangladesh: dhaka
china: beijing shanghai shenzhen guangzhou chengdu
japan: tokyo osaka kyoto sapporo nagoya fukuoka yokohama
south_korea korea: seoul busan incheon
thailand: bangkok chiang_mai phuket
vietnam: hanoi ho_chi_minh_city saigon da_nang
indonesia: jakarta bali surabaya
malaysia: kuala_lumpur penang
philippines: manila cebu
uae: dubai abu_dhabi
australia: sydney melbourne brisbane perth adelaide canberra hobart darwin queensland victoria new_south_wales tasmania
queensland: brisbane cairns
victoria: melbourne
new_south_wales: sydney newcastle
new_zealand: auckland wellington christchurch dunedin
canada: toronto montreal vancouver calgary ottawa edmonton winnipeg halifax quebec_city quebec ontario british_columbia alberta nova_scotia
quebec: montreal quebec_city
ontario: toronto ottawa hamilton
british_columbia: vancouver
alberta: calgary edmonton
usa us united_states states america: new_york boston chicago seattle denver austin dallas houston miami atlanta portland san_francisco los_angeles san_diego philadelphia phoenix detroit nashville california texas florida washington oregon colorado massachusetts illinois ohio arizona
california: los_angeles san_francisco san_diego sacramento oakland san_jose berkeley
texas: austin dallas houston san_antonio el_paso
florida: miami orlando tampa
washington: seattle spokane
oregon: portland
colorado: denver boulder
massachusetts: boston cambridge
illinois: chicago springfield
ohio: columbus cleveland cincinnati
arizona: phoenix tucson
new_york: brooklyn manhattan queens bronx new_york_city buffalo
brazil: sao_paulo rio_de_janeiro brasilia salvador recife
argentina: buenos_aires cordoba rosario mendoza
chile: santiago valparaiso
peru: lima cusco arequipa
colombia: bogota medellin cali
ecuador: quito guayaquil
mexico: mexico_city guadalajara monterrey
europe: germany austria switzerland france italy spain portugal netherlands belgium ireland uk united_kingdom britain great_britain denmark sweden norway finland iceland estonia latvia lithuania poland czechia czech_republic slovakia hungary slovenia croatia serbia romania bulgaria greece ukraine`

const inside: ReadonlyMap<string | undefined, readonly string[]> = new Map(
  WITHIN.split('\n').flatMap((line) => {
    const parts = line.split(': ').map((names) => names.split(' '))
    return nth(parts, 0).map((name) => [name, nth(parts, 1)] as const)
  }),
)

type Told = Pick<CurrentFact, 'attribute' | 'value'>

/** True if both say where someone lives, and one place lies in the other. */
export function areOnePlace(a: Told, b: Told): boolean {
  const [one, other] = [homeIn(a), homeIn(b)]
  return liesIn(one, other) || liesIn(other, one)
}

function liesIn(place: string | undefined, region: string | undefined): boolean {
  return inside.get(region)?.some((part) => part === place || liesIn(place, part)) ?? false
}

/** The name of the place as the table has it; undefined for what is no home. */
function homeIn({ attribute, value }: Told): string | undefined {
  if (attribute !== 'home') return undefined
  const letters = value?.normalize('NFD').replaceAll(/[\p{M}.]/gu, '')
  const words = letters?.toLowerCase().match(/\p{L}+/gu)
  return words?.filter((word) => word !== 'the').join('_')
}
