/** Content of one email in its language. Values are plain text. */
export type MailPage = {
  tag: string
  direction: 'ltr' | 'rtl'
  /** Name of the project. */
  app: string
  title: string
  body: string
  code?: string | undefined
  link?: { url: string; words: string } | undefined
  facts: readonly { label: string; value: string }[]
  notes: readonly string[]
  footer: string
}

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"

/** Mail programs without media queries show the light version. */
const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0e0c08!important}
.card{background:#181510!important;border-color:#332c1f!important}
.ink{color:#f3eee3!important}
.soft{color:#b3a992!important}
.code{background:#0e0c08!important;color:#e8b04b!important;border-color:#4a3d22!important}
.line{border-color:#332c1f!important}
}`

/** Escapes text for HTML, including attributes. */
function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Returns the HTML of an email: tables and inline styles, as mail programs need them, without external resources. */
export function layoutHtml(page: MailPage): string {
  const { tag, direction, app, title, body, code, link, facts, notes, footer } = page
  const align = direction === 'rtl' ? 'right' : 'left'
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="soft line" style="padding:8px 0;border-top:1px solid #ebe4d4;font-size:14px;color:#6b624f;text-align:${align};vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td>` +
      `<td class="ink line" style="padding:8px 0;padding-inline-start:16px;border-top:1px solid #ebe4d4;font-size:14px;color:#1a1610;text-align:${align};word-break:break-word"><bdi>${escapeHtml(value)}</bdi></td></tr>`,
  )
  const parts = [
    `<h1 class="ink" style="margin:0 0 12px;font-size:22px;line-height:1.3;color:#1a1610">${escapeHtml(title)}</h1>`,
    `<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:1.5;color:#1a1610">${escapeHtml(body)}</p>`,
    ...(code === undefined
      ? []
      : [
          `<p class="code" dir="ltr" style="margin:0 0 20px;padding:18px 12px;background:#fbf5e6;border:1px solid #e8b04b;border-radius:10px;font-family:${mono};font-size:34px;font-weight:700;letter-spacing:8px;text-align:center;color:#1a1610">${escapeHtml(code)}</p>`,
        ]),
    ...(link === undefined
      ? []
      : [
          `<p style="margin:0 0 12px;text-align:center"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:14px 24px;background:#e8b04b;border-radius:10px;font-size:16px;font-weight:600;color:#1a1610;text-decoration:none">${escapeHtml(link.words)}</a></p>`,
          `<p class="soft" dir="ltr" style="margin:0 0 20px;font-size:12px;line-height:1.5;color:#6b624f;text-align:center;word-break:break-all">${escapeHtml(link.url)}</p>`,
        ]),
    ...(rows.length === 0
      ? []
      : [
          `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-collapse:collapse">${rows.join('')}</table>`,
        ]),
    ...notes.map(
      (note) =>
        `<p class="soft" style="margin:0 0 10px;font-size:14px;line-height:1.5;color:#6b624f">${escapeHtml(note)}</p>`,
    ),
  ]
  return [
    `<!doctype html><html lang="${escapeHtml(tag)}" dir="${direction}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${style}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:#f4efe4;font-family:${font}">`,
    '<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4efe4"><tr><td align="center" style="padding:32px 16px">',
    `<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" dir="${direction}" style="max-width:480px;background:#ffffff;border:1px solid #ebe4d4;border-radius:16px;border-collapse:separate">`,
    `<tr><td style="padding:16px 28px;background:#1a1610;border-radius:15px 15px 0 0;border-bottom:3px solid #e8b04b;font-size:16px;font-weight:600;color:#e8b04b;text-align:${align}">${escapeHtml(app)}</td></tr>`,
    `<tr><td style="padding:28px;text-align:${align}">${parts.join('')}</td></tr></table>`,
    `<p class="soft" style="max-width:480px;margin:16px auto 0;font-size:12px;line-height:1.5;color:#6b624f;text-align:center">${escapeHtml(footer)}</p>`,
    '</td></tr></table></body></html>',
  ].join('')
}

/** Returns the same as plain text. */
export function layoutText({ title, body, code, link, facts, notes, footer }: MailPage): string {
  return [
    title,
    body,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(link === undefined ? [] : [`${link.words}:\n${link.url}`]),
    ...(facts.length === 0 ? [] : [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')]),
    ...notes,
    `--\n${footer}`,
  ].join('\n\n')
}
