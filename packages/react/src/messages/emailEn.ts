/** The English texts of the views behind the embedded wallet's card. They load with these views. Otherwise as in `en.ts`. */
export const emailEn = {
  'email.sending.title': 'Sending the email',
  'email.sending.text': 'It goes to {email}.',
  'email.device.title': 'Open the link in your email',
  'email.device.text': 'It is on its way to {email}. Enter the number from the wallet’s card there.',
  'email.device.slow':
    'Still waiting for the link in the email to {email}. It works for 15 minutes. Check your spam folder.',
  'email.code.title': 'Enter the code from your email',
  'email.code.text': 'It is on its way to {email}. Enter it only on the wallet’s own card.',
  'email.code.slow':
    'Still waiting for the code in the email to {email}. It works for 10 minutes. Check your spam folder.',
  'email.connecting.text': 'You are logged in as {email}.',
  'email.newCode': 'Send a new email',
  'email.other': 'Use another address',
  'approve.title': 'Check your wallet',
  'approve.text': 'Review the request on its card. Nothing is signed until you approve it.',
  'approve.decline': 'Decline',
  'security.protected.title': 'You can get this wallet back',
  'security.protected.text': 'A passkey or a backup code opens it on another device.',
  'security.unkept.text': 'This browser keeps nothing for it. A passkey or a backup code brings it back.',
  'security.unknown.title': 'How you get back in',
  'security.unknown.text': 'A passkey or a backup code opens this wallet on another device.',
} as const
