/** The English texts on every page of the wallet. */
export const commonEn = {
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  'approve.wait': 'One moment…',
  'copy.done': 'Copied',
  'copy.failed': 'Copying was not allowed',
  'wait.seconds': 'Try again in {time}.',
  'window.brand': 'Wallet',
  'window.for': 'for',
  'window.closeWindow': 'Close this window',
} as const
