/** The English texts of the wallet's windows and of the pages behind links in mail. */
export const windowEn = {
  'window.brand': 'Wallet',
} as const
