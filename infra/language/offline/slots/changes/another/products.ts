// Products that are known by name, by the kind of which people use one at a time.

/** A product of several words is found by its last one that no other has. */
export const PRODUCT_KINDS: readonly (readonly string[])[] = [
  'vim neovim emacs vscode vs_code sublime intellij webstorm pycharm zed eclipse notepad',
  'chrome firefox safari edge opera brave vivaldi',
  'windows linux ubuntu macos',
  'spotify tidal deezer qobuz apple_music youtube_music',
  'whatsapp signal telegram threema',
  'evernote notion obsidian onenote',
  'todoist trello asana ticktick',
  'google bing duckduckgo kagi ecosia',
  'zoom teams skype webex',
  'slack teams discord mattermost',
  'gmail outlook protonmail fastmail thunderbird',
  'dropbox onedrive icloud',
  'figma sketch',
  'bitwarden 1password lastpass keepass dashlane',
  'chatgpt claude gemini copilot',
  'macbook thinkpad chromebook xps zenbook ideapad elitebook',
  'vodafone o2 giffgaff verizon telekom',
  'marriott hilton hyatt sheraton ibis novotel radisson travelodge ritz westin',
  'barclays monzo hsbc natwest lloyds santander revolut n26',
].map((kind) => kind.split(' '))

/** None of these is a place to live. */
export const PRODUCTS: ReadonlySet<string> = new Set(
  PRODUCT_KINDS.flat().map((name) => name.replace('_', ' ')),
)
