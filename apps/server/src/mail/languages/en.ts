import type { MailCatalog } from './MailCatalog.ts'

export const en: MailCatalog = {
  direction: 'ltr',
  labels: { app: 'App', site: 'Site', device: 'Device', time: 'Time' },
  texts: {
    loginCode: { subject: 'Your login code for {app}', body: 'Enter this code to log in to {app}.' },
    deviceLink: {
      subject: 'Approve a device for {app}',
      body: 'A device wants to log in to {app} with your address. Open the link and type the two digits that the device shows.',
      action: 'Review the device',
    },
    stepUpCode: {
      subject: 'Your confirmation code for {app}',
      body: 'Enter this code to confirm in {app} that it is you.',
    },
    emailChangeOldCode: {
      subject: 'Your code to change your address at {app}',
      body: 'Enter this code to let {newEmail} log in to your account instead of this address.',
    },
    emailChangeNewCode: {
      subject: 'Confirm your new address for {app}',
      body: 'Enter this code to log in to {app} with this address from now on.',
    },
    emailChanged: {
      subject: 'Your address at {app} was changed',
      body: 'From now on you log in to {app} with {newEmail}. For {hours} hours you can undo the change here; all devices are logged out then.',
      action: 'Undo the change',
    },
    passwordTried: {
      subject: 'A password was tried for your {app} wallet',
      body: 'A device that does not have your wallet tried to open it with a password. This was try {count} of {limit} in 24 hours.',
    },
    walletRecovered: {
      subject: 'Your {app} wallet was opened on a new device',
      body: 'The wallet of your account was opened on a device that did not have it before.',
    },
    walletExported: {
      subject: 'Your {app} wallet was exported',
      body: 'Exported: {kind}. Anyone who has it can spend everything in the wallet.',
    },
    walletExportedOffline: {
      subject: 'Your {app} wallet was exported while the server did not answer',
      body: 'Exported on the device below: {kind}. The device could not reach the server then and reports it now. Anyone who has it can spend everything in the wallet.',
    },
    recoveryAdded: {
      subject: 'Your {app} wallet can be recovered in a new way',
      body: 'Added: {kind}. It can open your wallet on a new device.',
    },
    recoveryRemoved: {
      subject: 'A way to recover your {app} wallet was removed',
      body: 'Removed: {kind}. It can no longer open your wallet.',
    },
    newDevice: {
      subject: 'A new device logged in to {app}',
      body: 'A device that your account did not know logged in. If it was you, you don’t need to do anything. If not, end this login now.',
      action: 'End this login',
    },
    deviceRevoked: {
      subject: 'A device was logged out of {app}',
      body: 'The device below was logged out and can no longer open your wallet.',
    },
    walletRotated: {
      subject: 'Your {app} wallet has a new key',
      body: 'Your wallet has a new key. Other devices must be added again; the address and the balance stay the same. For {days} days you can undo the change here; all devices are logged out then.',
      action: 'Undo the change',
    },
    walletRestored: {
      subject: 'The new key of your {app} wallet was undone',
      body: 'Your wallet opens again as it did before its key was changed. All devices were logged out; log in again on yours.',
    },
    newWalletCode: {
      subject: 'Your code for a new {app} wallet',
      body: 'A device asks for a new, empty wallet for your login. Your wallet {address} is not opened by it: it stays as it is and opens only on a device that has it. Enter this code on the device below to go on.',
    },
    loginMoved: {
      subject: 'Your login at {app} has a new wallet',
      body: 'New devices that use your login get a new, empty wallet from now on. Your wallet {address} is unchanged: it opens on every device that has it. For {days} days you can lead the login back here.',
      action: 'Lead the login back',
    },
    loginReturned: {
      subject: 'Your login at {app} leads to the previous wallet again',
      body: 'New devices that use your login get the previous wallet again. No wallet was changed, and each opens on the devices that have it. For {days} days you can take this back here.',
      action: 'Take this back',
    },
    identityAdded: {
      subject: 'A login method for {app} was added',
      body: 'Added: {kind}. From now on you can log in to your account with it too. If you do not recognize it, remove it in your wallet under “Login methods”.',
    },
    identityRemoved: {
      subject: 'A login method for {app} was removed',
      body: 'Removed: {kind}. You can no longer log in to your account with it, and devices that used it are logged out.',
    },
  },
  codeLife: 'The code works once, for {minutes} minutes.',
  linkLife: 'The link works once, for {minutes} minutes.',
  linkDays: 'The link works once, for {days} days.',
  notYouCode:
    'If this was not you, ignore this email and do not share the code. No one from {app} will ever ask for it.',
  notYouLink: 'If this was not you, do not open the link. Without you the device is not let in.',
  notYouNotice:
    'If this was not you, secure your mailbox at once, then log in to {app} and remove devices that you do not recognize.',
  footer: 'This is an automatic email about something that was done at {app}. Replies are not read.',
  kinds: {
    passkey: 'passkey',
    backupCode: 'backup code',
    password: 'password',
    mnemonic: 'recovery phrase',
    privateKey: 'private key',
    keystore: 'encrypted key file',
    email: 'email address',
  },
}
