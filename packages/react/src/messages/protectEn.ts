/** The English texts of protecting the embedded wallet. They load with the views that require it. Otherwise as in `en.ts`. */
export const protectEn = {
  'protect.title': 'Protect it before money arrives',
  'protect.text':
    'This wallet is on this device only. A passkey opens it on your next device with one tap. A backup code does so on paper.',
  'protect.text.unkept':
    'This browser keeps nothing: the wallet is lost when this page closes. A passkey opens it again with one tap. A backup code does so on paper.',
  'protect.action': 'Protect this wallet',
  'protect.waiting': 'Continue on the wallet’s own card.',
  'protect.failed': 'It is not protected yet. Nothing was lost.',
  'protect.later': 'Not now',
} as const
