/** The English texts of a Farcaster channel, in a window and on a card; in the frame's second script. */
export const channelEn = {
  'popup.title.login': 'Sign in with {provider}',
  'popup.channel.text': 'Scan this with your phone and confirm in the Farcaster app.',
  'popup.channel.code': 'QR code for the Farcaster app',
  'popup.channel.open': 'Open Farcaster on this device',
} as const
