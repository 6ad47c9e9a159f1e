import { providerNames } from '@latchkey/protocol'
import type { StoredMail } from './createMailer.ts'
import type { MailCatalog } from './languages/MailCatalog.ts'
import { layoutHtml, layoutText } from './layoutMail.ts'
import type { MailTemplate } from './Mailer.ts'
import { pickLanguage } from './pickLanguage.ts'

/** A rendered email. `app`: name of the project. */
export type RenderedMail = { app: string; subject: string; html: string; text: string; language: string }

const maxSubject = 150

/**
 * Renders an email in the nearest available language. Subjects contain only the project's configured name. Values from visitors or sites
 * are only in the body, escaped.
 *
 * @throws Error for an unknown template
 */
export function renderMail({
  template,
  language,
  contents,
  askedAt,
}: { template: string; language: string } & Pick<StoredMail, 'contents' | 'askedAt'>): RenderedMail {
  const { tag, catalog } = pickLanguage(language)
  const known = Object.hasOwn(catalog.texts, template) ? (template as MailTemplate) : undefined
  if (!known) throw new Error(`There is no mail ${template}`)
  const text = catalog.texts[known]
  const values = readValues({ contents, catalog })
  const { app = '', code } = values
  const url = values.url ?? values.undoUrl
  const title = fill(text.subject, { app })
  const page = {
    tag,
    direction: catalog.direction,
    app,
    title,
    body: fill(text.body, values),
    code,
    link: url !== undefined && text.action !== undefined ? { url, words: text.action } : undefined,
    facts: [
      { label: catalog.labels.app, value: app },
      { label: catalog.labels.site, value: values.hostOrigin },
      { label: catalog.labels.device, value: values.device },
      { label: catalog.labels.time, value: writeTime({ tag, askedAt }) },
    ].flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }])),
    notes: notesOf({ template: known, catalog }).map((note) => fill(note, values)),
    footer: fill(catalog.footer, values),
  }
  return { app, subject: title.slice(0, maxSubject), html: layoutHtml(page), text: layoutText(page), language: tag }
}

function notesOf({ template, catalog }: { template: MailTemplate; catalog: MailCatalog }): string[] {
  if (template === 'deviceLink') return [catalog.linkLife, catalog.notYouLink]
  if (template === 'newDevice') return [catalog.linkDays, catalog.notYouNotice]
  if (template.endsWith('Code')) return [catalog.codeLife, catalog.notYouCode]
  return [catalog.notYouNotice]
}

/** Returns the values as text on one line, with the names of kinds in the email's language. */
function readValues({
  contents,
  catalog,
}: {
  contents: StoredMail['contents']
  catalog: MailCatalog
}): Record<string, string> {
  const values = Object.fromEntries(Object.entries(contents).map(([name, value]) => [name, cleanText(String(value))]))
  const { kind } = values
  const names: Readonly<Record<string, string>> = { ...catalog.kinds, ...providerNames }
  if (kind !== undefined && Object.hasOwn(names, kind)) values.kind = names[kind] ?? kind
  return values
}

/** Removes characters that could start a new header or line, or change the reading direction. */
function cleanText(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
}

/** Replaces placeholders in one pass, so that braces inside a value are not replaced. */
function fill(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

function writeTime({ tag, askedAt }: { tag: string; askedAt: string }): string {
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(askedAt))} UTC`
}
