/** The English texts of receiving, which come with its view. As `en.ts` otherwise. */
export const receiveEn = {
  'receive.qr': 'QR code of {address}',
  'receive.warning':
    'Send only assets on {network} to this address. What is sent on another network may not show here.',
  'receive.addresses': 'Which address',
  'receive.payment': 'Payments',
  'receive.ordinal': 'Ordinals',
  'receive.ordinal.note': 'For ordinals and other inscriptions. Payments belong at the other address.',
  'protect.title': 'Protect it before money arrives',
  'protect.text':
    'This wallet lives on this device only. With a passkey, one tap opens it on your next device; a backup code does so on paper.',
  'protect.action': 'Protect this wallet',
  'protect.waiting': 'Continue on the wallet’s own card.',
  'protect.failed': 'It is not protected yet. Nothing was lost.',
} as const
