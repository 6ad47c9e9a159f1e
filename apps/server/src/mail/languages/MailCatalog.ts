import type { MailTemplate } from '../Mailer.ts'

/** Text of one email. Values are in braces, as in `{app}`. */
export type MailText = {
  subject: string
  body: string
  /** Label of the button. Only if the email has a link. */
  action?: string
}

/** Texts of all emails in one language. */
export type MailCatalog = {
  direction: 'ltr' | 'rtl'
  labels: { app: string; site: string; device: string; time: string }
  texts: Readonly<Record<MailTemplate, MailText>>
  /** Lifetime of codes and links. */
  codeLife: string
  linkLife: string
  /** The same for a link that works for days. */
  linkDays: string
  /** Next steps if the request was made by another person. */
  notYouCode: string
  notYouLink: string
  notYouNotice: string
  footer: string
  /** Names of items that can be added, removed and exported. Those of providers are in `providerNames`. */
  kinds: Readonly<Record<MailKind, string>>
}

/** Item that can be added, removed and exported. */
export type MailKind = 'passkey' | 'backupCode' | 'password' | 'mnemonic' | 'privateKey' | 'keystore' | 'email'
