import type { MailTemplate } from '../Mailer.ts'

/** What one mail says. Values stand in braces, as in `{app}`. */
export type MailText = {
  subject: string
  body: string
  /** The words on the button; only where the mail has a link. */
  action?: string
}

/** Everything that mails say in one language. */
export type MailCatalogue = {
  direction: 'ltr' | 'rtl'
  labels: { app: string; site: string; device: string; time: string }
  texts: Readonly<Record<MailTemplate, MailText>>
  /** How long codes and links work. */
  codeLife: string
  linkLife: string
  /** The same for a link that works for days. */
  linkDays: string
  /** What to do when it was somebody else. */
  notYouCode: string
  notYouLink: string
  notYouNotice: string
  footer: string
  /** The names of what can be added, removed and exported; providers have theirs in `providerNames`. */
  kinds: Readonly<Record<MailKind, string>>
}

/** What can be added, removed and exported. */
export type MailKind = 'passkey' | 'backupCode' | 'password' | 'mnemonic' | 'privateKey' | 'keystore' | 'email'
