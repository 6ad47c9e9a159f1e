/** The English texts of receiving. They load with its view. Otherwise as in `en.ts`. */
export const receiveEn = {
  'receive.qr': 'QR code of {address}',
  'receive.warning': 'Send only tokens on {network} to this address. Tokens sent on another network may be lost.',
  'receive.addresses': 'Which address',
  'receive.payment': 'Payments',
  'receive.ordinal': 'Ordinals',
  'receive.ordinal.note': 'For ordinals and other inscriptions. Use the other address for payments.',
} as const
