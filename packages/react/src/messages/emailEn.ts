/** The English texts of the views behind the embedded wallet's card. They load with these views. Otherwise as in `en.ts`. */
export const emailEn = {
  'email.sending.title': 'Sending the email',
  'email.sending.text': 'It goes to {email}.',
  'email.device.title': 'Open the link in your email',
  'email.device.text': 'It went to {email}. Type the number from the wallet’s card there.',
  'email.device.slow':
    'Still waiting for the link in the email to {email}. It is good for 15 minutes; look into spam, too.',
  'email.code.title': 'Type the code from your email',
  'email.code.text': 'It went to {email}. Only the wallet’s own card asks for it.',
  'email.code.slow': 'Still waiting for the code sent to {email}. It is good for 10 minutes; look into spam, too.',
  'email.connecting.text': 'You are signed in as {email}.',
  'email.newCode': 'Send a new email',
  'email.other': 'Use another address',
  'approve.title': 'Look at your wallet',
  'approve.text': 'Its card says what you are asked to approve. Nothing is signed before you do.',
  'approve.decline': 'Decline',
  'security.protected.title': 'You can get this wallet back',
  'security.protected.text': 'A passkey or a backup code opens it on another device.',
  'security.unkept.text': 'This browser keeps nothing for it. A passkey or a backup code brings it back.',
  'security.unknown.title': 'How you get back in',
  'security.unknown.text': 'A passkey or a backup code opens this wallet on another device.',
} as const
