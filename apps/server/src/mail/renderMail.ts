import { providerNames } from '@latchkey/protocol'
import type { StoredMail } from './createMailer.ts'
import type { MailCatalogue } from './languages/MailCatalogue.ts'
import { layoutHtml, layoutText } from './layoutMail.ts'
import type { MailTemplate } from './Mailer.ts'
import { pickLanguage } from './pickLanguage.ts'

/** A mail as it is sent; `app`: the project's name. */
export type RenderedMail = { app: string; subject: string; html: string; text: string; language: string }

const maxSubject = 150

/**
 * Renders a mail in the language nearest to the wish. Only the project's configured name ever stands in a subject; whatever a
 * visitor or a site chose stands in the body, escaped.
 *
 * @throws Error for a template that there is not
 */
export function renderMail({
  template,
  language,
  contents,
  askedAt,
}: { template: string; language: string } & Pick<StoredMail, 'contents' | 'askedAt'>): RenderedMail {
  const { tag, catalogue } = pickLanguage(language)
  const known = Object.hasOwn(catalogue.texts, template) ? (template as MailTemplate) : undefined
  if (!known) throw new Error(`There is no mail ${template}`)
  const text = catalogue.texts[known]
  const values = readValues({ contents, catalogue })
  const { app = '', code } = values
  const url = values.url ?? values.undoUrl
  const title = fill(text.subject, { app })
  const page = {
    tag,
    direction: catalogue.direction,
    app,
    title,
    body: fill(text.body, values),
    code,
    link: url !== undefined && text.action !== undefined ? { url, words: text.action } : undefined,
    facts: [
      { label: catalogue.labels.app, value: app },
      { label: catalogue.labels.site, value: values.hostOrigin },
      { label: catalogue.labels.device, value: values.device },
      { label: catalogue.labels.time, value: writeTime({ tag, askedAt }) },
    ].flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }])),
    notes: notesOf({ template: known, catalogue }).map((note) => fill(note, values)),
    footer: fill(catalogue.footer, values),
  }
  return { app, subject: title.slice(0, maxSubject), html: layoutHtml(page), text: layoutText(page), language: tag }
}

function notesOf({ template, catalogue }: { template: MailTemplate; catalogue: MailCatalogue }): string[] {
  if (template === 'deviceLink') return [catalogue.linkLife, catalogue.notYouLink]
  if (template === 'newDevice') return [catalogue.linkDays, catalogue.notYouNotice]
  if (template.endsWith('Code')) return [catalogue.codeLife, catalogue.notYouCode]
  return [catalogue.notYouNotice]
}

/** Values as text on one line; the names of kinds in the mail's language. */
function readValues({
  contents,
  catalogue,
}: {
  contents: StoredMail['contents']
  catalogue: MailCatalogue
}): Record<string, string> {
  const values = Object.fromEntries(Object.entries(contents).map(([name, value]) => [name, cleanText(String(value))]))
  const { kind } = values
  const names: Readonly<Record<string, string>> = { ...catalogue.kinds, ...providerNames }
  if (kind !== undefined && Object.hasOwn(names, kind)) values.kind = names[kind] ?? kind
  return values
}

/** Takes out what could begin a new header or line, or turn the reading direction around. */
function cleanText(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
}

/** In one pass: braces inside a value are not looked at again. */
function fill(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

function writeTime({ tag, askedAt }: { tag: string; askedAt: string }): string {
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(askedAt))} UTC`
}
