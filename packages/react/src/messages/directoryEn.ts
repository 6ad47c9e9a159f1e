/** The English texts of all wallets and of getting one, which come with their views. As `en.ts` otherwise. */
export const directoryEn = {
  'allWallets.search': 'Search wallets',
  'allWallets.none': 'No wallets listed',
  'allWallets.noMatch': 'No wallet called “{search}”',
  'allWallets.noMatchText': 'A wallet that is installed in this browser shows up by itself.',
  'allWallets.certified': 'Certified wallets only',
  'allWallets.failed': 'The wallet list could not be read. Installed wallets work all the same.',
  'getWallet.lead': 'Any of these works here. Install one and it shows up in this window.',
  'getWallet.leadMobile': 'Any of these works here. Get the app, then come back.',
  'getWallet.none': 'No wallets listed',
  'getWallet.noneText': 'This site has not listed any. A wallet that you install shows up by itself.',
  'whatIsAWallet.home.title': 'A home for what you own',
  'whatIsAWallet.home.text': 'It keeps, sends and receives tokens and collectibles.',
  'whatIsAWallet.signIn.title': 'Your way to sign in',
  'whatIsAWallet.signIn.text': 'One wallet for every site, in place of a password for each.',
  'whatIsAWallet.yours.title': 'Only you hold the key',
  'whatIsAWallet.yours.text': 'Nothing moves until you approve it. Nobody honest asks for your recovery phrase.',
} as const
