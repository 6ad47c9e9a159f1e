// docs/reference has a section for each hook of `@latchkey/react` and a row for each option of the kit, from their types and docstrings.
// `--write` updates the pages. An exported hook without a section, or an option without a docstring, fails either way.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readPublicTypes } from '../lib/publicTypes.mjs'
import { commonMeanings, guides, hookSections, typesOfWire } from './data/reference.mjs'

const sources = readPublicTypes({
  project: 'packages/react',
  entries: [
    'packages/react/src/exports/index.ts',
    'packages/core/src/exports/index.ts',
    'packages/protocol/src/exports/api.ts',
  ],
})
const hooks = new Map(
  sources.exports.filter(({ name }) => /^use[A-Z]/.test(name)).map((symbol) => [symbol.name, symbol]),
)
const listed = hookSections.flatMap((section) => section.hooks)
const problems = [
  ...[...hooks.keys()]
    .filter((name) => !listed.includes(name))
    .map((name) => `${name} has no section in scripts/checks/data/reference.mjs`),
  ...listed
    .filter((name) => !hooks.has(name))
    .map((name) => `${name} of scripts/checks/data/reference.mjs is no hook of @latchkey/react`),
]

/** Features with their own pages: `useLatchkey` returns all of them. */
const isWhole = (name) => name === 'useLatchkey'
const fieldsOfHooks = []
const sections = hookSections.map(({ title, hooks: names }) =>
  [
    `## ${title}`,
    ...names.filter((name) => hooks.has(name)).flatMap((name) => describeHook(name, hooks.get(name))),
  ].join('\n\n'),
)
const isNamed = new Set([
  ...typesOfWire,
  ...fieldsOfHooks.filter(({ name }) => name === 'state').map(({ type }) => type),
])
const types = [
  ...sources.namedTypes(fieldsOfHooks, 1).filter(({ name }) => !isNamed.has(name) && name !== 'Latchkey'),
  ...typesOfWire.map((name) => ({ name, text: '', fields: nestedFields(fieldsOfType(name)) })),
].sort((a, b) => a.name.localeCompare(b.name))

writePage(
  'docs/reference/hooks.md',
  `# Hooks

Every hook of \`@latchkey/react\`, by subject. Call them below \`<LatchkeyProvider>\`. Without React, each feature is in \`createLatchkey\` with the same functions and state: \`latchkey.send\` for \`useSend\`, and so on.

- **Units.** Amounts are decimal text in units of the token, such as \`'0.25'\`. A \`bigint\` counts base units. Addresses are text; networks are CAIP-2 IDs, such as \`eip155:1\`.
- **Errors.** A failed read sets \`error\`. A function that can fail says which codes it throws; [errors.md](../errors.md) explains each code. \`useErrorText\` returns the text for a visitor.
- **Servers.** On a server every hook returns its first state and sends no request.
- **Types.** [Types](#types) has the fields of the named types. \`ChainId\` is a CAIP-2 ID, \`AccountId\` a CAIP-10 ID, and \`Hex\` a text that starts with \`0x\`.

\`node scripts/checks/reference.mjs --write\` writes this page from the docstrings in \`packages/react/src/hooks\` and \`packages/core/src\`.

${sections.join('\n\n')}

## Types

${types
  .map(({ name, text, fields }) => [`### ${name}`, text, tableOf('Field', fields)].filter(Boolean).join('\n\n'))
  .join('\n\n')}
`,
)

const options = nestedFields(fieldsOfType('LatchkeyConfig'))
problems.push(
  ...options
    .filter(({ text }) => !text)
    .map(({ name }) => `${name} of LatchkeyConfig has no docstring (packages/core/src/LatchkeyConfig.ts)`),
)

writePage(
  'docs/reference/configuration.md',
  `# Configuration of the kit

Every option of \`LatchkeyConfig\`, which \`<LatchkeyProvider config={…}>\` and \`createLatchkey\` take. Later values of \`config\` have no effect. A dot separates the keys of an object. [operations.md](../operations.md) has the server's configuration, and [site.md](../site.md) has the token site's.

\`node scripts/checks/reference.mjs --write\` writes this page from \`packages/core/src/LatchkeyConfig.ts\`.

| Option | Type | Default | Meaning |
|---|---|---|---|
${options.map(optionRow).join('\n')}

## Props of the provider

\`<LatchkeyProvider>\` takes either \`config\`, or \`latchkey\` that your app made with \`createLatchkey\`.

${tableOf('Prop', fieldsOfType('LatchkeyProviderProps'))}

## Theme

${tableOf('Field of `theme.variables`', fieldsOfType('ThemeVariables'))}
`,
)

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${hooks.size} hooks and ${options.length} options, each with its types and meaning in docs/reference.`)

/** The section of a hook: description, signature, example, parameters and result. */
function describeHook(name, symbol) {
  const { text, example } = sources.textOf(symbol)
  if (!text) problems.push(`${name} has no docstring (${sources.fileOf(symbol)})`)
  const parameters = sources.parametersOf(symbol)
  const result = isWhole(name) ? [] : sources.returnedFields(symbol)
  fieldsOfHooks.push(...result)
  const links = [
    `Source: [${name}.ts](../../${sources.fileOf(symbol)}).`,
    guides[name] && `Guide: [${guides[name].replace(/^.*\//, '')}](${guides[name]}).`,
  ]
  return [
    `### ${name}`,
    text,
    ['```ts', ...sources.signaturesOf(symbol), ...(example ? ['', '// Example', example] : []), '```'].join('\n'),
    ...(parameters.length > 0 ? [tableOf('Parameter', parameters)] : []),
    ...(result.length > 0 ? [tableOf('Returned', result)] : []),
    links.filter(Boolean).join(' '),
  ]
}

function tableOf(title, fields) {
  const isExpanded = ({ name }) =>
    fields.some((other) => other.name.startsWith(`${name}.`) || other.name.startsWith(`${name}[]`))
  const typeOf = (field) => {
    if (field.name === 'state' || !isExpanded(field)) return codeOf(field.type)
    return field.type.endsWith('[]') ? 'list of objects' : field.type.endsWith('| null') ? 'object or null' : 'object'
  }
  const rows = fields.map(
    (field) => `| \`${field.name}${field.isOptional ? '?' : ''}\` | ${typeOf(field)} | ${meaningOf(field)} |`,
  )
  return [`| ${title} | Type | Meaning |`, '|---|---|---|', ...rows].join('\n')
}

/** The docstring of a field, or else of its type, or the meaning that its name has everywhere. */
function meaningOf({ name, text, typeDescription, throws, returns, statuses }) {
  const shown = text || typeDescription || commonMeanings[name.replace(/^state\./, '')]
  const parts = [
    statuses.length > 0 &&
      `Only in status ${[...new Set(statuses.flatMap((status) => status.split(', ')))].join(', ')}.`,
    shown && endSentence(shown),
    returns.length > 0 && endSentence(`Returns ${returns.join(' ')}`),
    throws.length > 0 && throwsSentence(throws.join(' ')),
  ]
  return parts.filter(Boolean).join(' ').replaceAll('|', '\\|')
}

function throwsSentence(codes) {
  if (codes === 'LatchkeyError') return 'Throws a `LatchkeyError`.'
  return endSentence(codes.startsWith('see ') ? `Errors: ${codes}` : `Throws ${codes}`)
}

function endSentence(text) {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

/** The fields, and below an object without a name its keys: `wallet.url`, `transfers[].value`. */
function nestedFields(fields, prefix = '') {
  return fields.flatMap((field) => {
    const name = prefix + field.name
    const list = field.type.endsWith('[]') ? '[]' : ''
    const isObject = /^\{/.test(field.type)
    const inner = isObject ? sources.fieldsOf(sources.entryOf(field.valueType)) : []
    return [{ ...field, name }, ...nestedFields(inner, `${name}${list}.`)]
  })
}

function defaultOf(value) {
  if (value === undefined) return '–'
  return value === 'none' || value === 'off' ? value : `\`${value.replaceAll('`', '')}\``
}

/** A row of the options. The last sentence of a docstring names the default, if it is a single value. */
function optionRow({ type, isOptional, text, ...rest }) {
  const { name } = rest
  // A default is a single word, with or without code marks.
  const [, before, value] = /^(.*?)\s*Default:? (\S+)\.$/.exec(text) ?? [undefined, text, undefined]
  const byDefault = isOptional ? defaultOf(value) : 'required'
  const guide = guides[name] && ` See [${guides[name].replace(/^.*\//, '')}](${guides[name]}).`
  const shownType = /^\{/.test(type) ? 'object' : codeOf(type)
  return `| \`${name}\` | ${shownType} | ${byDefault} | ${meaningOf({ text: before, ...rest })}${guide ?? ''} |`
}

function fieldsOfType(name) {
  return sources.fieldsOf(sources.typeOf(sources.exports.find((symbol) => symbol.name === name)))
}

/** A type as code. The checker writes the kit's identifiers as templates: their names are shorter. */
function codeOf(type) {
  const text = type
    .replaceAll(/`\w+:[^`:]+`( \| `\w+:[^`:]+`){2}/g, 'ChainId')
    .replaceAll(/`\w+:[^`:]+:[^`:]+`( \| `\w+:[^`:]+:[^`:]+`){2}/g, 'AccountId')
    .replaceAll(/`0x[^`]+`/g, 'Hex')
    .replaceAll('|', '\\|')
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

/** Writes the page, or reports that it is not up to date. */
function writePage(path, text) {
  mkdirSync('docs/reference', { recursive: true })
  if (process.argv.includes('--write')) writeFileSync(path, text)
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text)
    problems.push(`${path} is not up to date: node scripts/checks/reference.mjs --write`)
}
