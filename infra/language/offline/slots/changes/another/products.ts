// Products that are known by name, by the kind of which people use one at a time.

/** A product of several words, joined by lines here, is found by all of them. */
export const PRODUCT_KINDS: readonly (readonly string[])[] = [
  'vim neovim emacs vscode vs_code sublime intellij webstorm pycharm zed eclipse notepad',
  'chrome firefox safari edge opera brave vivaldi',
  'windows linux ubuntu fedora debian mac macos chromeos',
  'spotify tidal deezer qobuz apple_music youtube_music',
  'whatsapp signal telegram threema',
  'evernote notion obsidian onenote',
  'todoist trello asana ticktick',
  'google bing duckduckgo kagi ecosia',
  'zoom teams skype webex',
  'slack teams discord mattermost',
  'gmail outlook hotmail protonmail proton_mail fastmail thunderbird gmx',
  'dropbox onedrive icloud',
  'figma sketch',
  'bitwarden 1password lastpass keepass dashlane',
  'chatgpt claude gemini copilot',
  'macbook thinkpad chromebook xps zenbook ideapad elitebook',
  'vodafone o2 giffgaff verizon t-mobile comcast xfinity telekom telefonica movistar talktalk',
  'marriott hilton hyatt sheraton ibis novotel radisson travelodge ritz westin',
  'barclays monzo hsbc natwest lloyds santander revolut n26 citibank sparkasse commerzbank ing bbva wells_fargo',
  'allianz axa aviva geico huk zurich_insurance',
  'puregym gold_gym planet_fitness mcfit crossfit',
  'google_maps apple_maps waze citymapper',
  'octopus eon edf vattenfall',
  'kindle kobo pocketbook',
  'duolingo babbel busuu',
  'fitbit garmin whoop',
  'photoshop affinity gimp lightroom',
  'github gitlab bitbucket',
  'aws azure gcp',
  'mysql postgres postgresql mariadb sqlite mongodb',
  'npm yarn pnpm',
  'bash zsh fish',
  'uber lyft bolt',
].map((kind) => kind.split(' '))

/** None of these is a place to live. */
export const PRODUCTS: ReadonlySet<string> = new Set(
  PRODUCT_KINDS.flat().map((name) => name.replace('_', ' ')),
)
