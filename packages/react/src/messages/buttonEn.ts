/** The English texts of the buttons. They load with the page, the rest of the catalog with the modal. */
export const buttonEn = {
  'button.connect': 'Connect wallet',
  'button.connecting': 'Connecting…',
  'button.reconnecting': 'Reconnecting…',
  'button.loadFailed': 'Could not load. Try again',
  'button.unsupported': 'Unsupported network',
  'button.account': 'Account {address}',
  'button.unprotected': 'Account {address}: only this device can open the wallet',
  'button.network': 'Network: {network}',
} as const
