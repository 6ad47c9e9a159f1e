import { docsPageStyle } from './docsPageStyle.ts'

type Schema = Record<string, unknown>
type Operation = {
  summary: string
  description?: string
  tags: string[]
  /** Only if it is at another address than the rest. */
  servers?: { url: string }[]
  parameters: { name: string; in: string; required: boolean; schema: Schema; description?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}
type OpenApi = {
  info: { title: string; version: string; summary: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}
type Entry = { id: string; method: string; path: string; operation: Operation }

/** Renders the OpenAPI document as one page of plain HTML. It has no script, makes no requests, and is readable without styles. */
export function renderDocsPage(document: Record<string, unknown>): string {
  const { info, servers, paths } = document as unknown as OpenApi
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Entry => {
      const id = `${method}${path.replace(/[^a-zA-Z0-9]+/g, '-')}`
      return { id, method: method.toUpperCase(), path, operation }
    }),
  )
  const tags = [...new Set(entries.map(({ operation }) => operation.tags[0] ?? 'Other'))]
  const of = (tag: string) => entries.filter(({ operation }) => (operation.tags[0] ?? 'Other') === tag)
  const base = servers[0]?.url ?? ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${toHtml(info.title)} API</title>
<style>${docsPageStyle}</style>
</head>
<body>
<div class="page">
<header>
<h1>${toHtml(info.title)} API</h1>
<p>${toHtml(info.summary)} Version ${toHtml(info.version)}. The same as a document: <a href="/openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Endpoints">
${tags.map((tag) => `<div><h2>${toHtml(tag)}</h2><ul>${of(tag).map(renderLink).join('')}</ul></div>`).join('\n')}
</nav>
<main>
${tags
  .map(
    (tag) =>
      `<h2>${toHtml(tag)}</h2>\n${of(tag)
        .map((entry) => renderEntry(entry, base))
        .join('\n')}`,
  )
  .join('\n')}
</main>
</div>
</body>
</html>
`
}

function renderLink({ id, operation }: Entry): string {
  return `<li><a href="#${id}">${toHtml(operation.summary)}</a></li>`
}

function renderEntry({ id, method, path, operation }: Entry, base: string): string {
  const body = operation.requestBody?.content['application/json']?.schema
  const answer = operation.responses['200']?.content?.['application/json']?.schema
  const failures = Object.entries(operation.responses).filter(([status]) => status !== '200' && status !== 'default')
  return `<section id="${id}">
<h3><span class="method ${method.toLowerCase()}">${method}</span><span>${toHtml(path)}</span></h3>
<p>${toHtml(operation.summary)}</p>
${operation.description ? `<p>${toHtml(operation.description)}</p>` : ''}
${operation.parameters.length > 0 ? `<h4>Parameters</h4><table>${operation.parameters.map(renderParameter).join('')}</table>` : ''}
${body ? `<h4>Request body</h4><pre>${toHtml(outline(body))}</pre>` : ''}
${answer ? `<h4>Answer</h4><pre>${toHtml(outline(answer))}</pre>` : ''}
<details><summary>Example</summary><pre>${toHtml(example({ method, path, operation, base }))}</pre></details>
${failures.length > 0 ? `<details><summary>Refusals</summary><table>${failures.map(renderFailure).join('')}</table></details>` : ''}
</section>`
}

function renderParameter({ name, in: place, required, schema, description }: Operation['parameters'][number]): string {
  const note = [description ?? '', `in the ${place}${required ? '' : ', optional'}`].filter(Boolean).join(', ')
  return `<tr><td><code>${toHtml(name)}</code></td><td><code>${toHtml(outline(schema))}</code> <span class="quiet">${toHtml(note)}</span></td></tr>`
}

function renderFailure([status, { description }]: [string, { description: string }]): string {
  const lines = description.split('\n\n').map((line) => toHtml(line).replace(/`([^`]+)`/g, '<code>$1</code>'))
  return `<tr><td>${toHtml(status)}</td><td>${lines.join('<br>')}</td></tr>`
}

/** Writes a JSON schema as the shape of the value. */
function outline(schema: Schema, indent = ''): string {
  const inner = `${indent}  `
  if (Array.isArray(schema.anyOf) || Array.isArray(schema.oneOf)) {
    const options = (schema.anyOf ?? schema.oneOf) as Schema[]
    return options.map((option) => outline(option, indent)).join(' | ')
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.type === 'array') return `[${outline((schema.items ?? {}) as Schema, indent)}]`
  if (schema.type === 'object' && schema.properties) {
    const required = new Set(Array.isArray(schema.required) ? schema.required : [])
    const lines = Object.entries(schema.properties as Record<string, Schema>).map(
      ([name, property]) => `${inner}${name}${required.has(name) ? '' : '?'}: ${outline(property, inner)}`,
    )
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  return typeof schema.type === 'string' ? schema.type : 'any'
}

function example({ method, path, operation, base }: Omit<Entry, 'id'> & { base: string }): string {
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || parameter.name === 'projectId'))
    .map(({ name }) => `${name}=…`)
    .join('&')
  const address = `${operation.servers?.[0]?.url ?? base}${path}${query ? `?${query}` : ''}`
  return method === 'GET' ? `curl '${address}'` : `curl '${address}' -H 'content-type: application/json' -d '{ … }'`
}

function toHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
