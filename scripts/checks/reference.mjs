// docs/reference has a section for each hook of `@latchkey/react` and a row for each option of the kit, from their types and docstrings.
// `--write` updates the pages. An exported hook without a section, or an option without a docstring, fails either way.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readPublicTypes } from '../lib/publicTypes.mjs'
import { buttons, commonMeanings, guides, hookSections, notListed, typesOfWire } from './data/reference.mjs'

const sources = readPublicTypes({
  project: 'packages/react',
  entries: [
    'packages/react/src/exports/index.ts',
    'packages/core/src/exports/index.ts',
    'packages/core/src/exports/networks.ts',
    'packages/protocol/src/exports/api.ts',
    'packages/protocol/src/exports/index.ts',
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
/** The page being written. */
let page = 'hooks.md'
const described = [...hooks].map(([name, symbol]) => describeHook(name, symbol))
const aliases = new Map(
  sources.exports
    .filter(sources.isAlias)
    .map((symbol) => [symbol.name, symbol])
    .reverse(),
)
const states = new Set(fieldsOfHooks.filter(({ name }) => name === 'state').map(({ type }) => type))
const hasNoEntry = (name) =>
  notListed.has(name) || states.has(name) || /(Feature|ReturnType|Parameters|Props)$/.test(name)
const typesOfHooks = namesBelow([...hooks.values()].flatMap(sources.signaturesOf), fieldsOfHooks)
const options = nestedFields(fieldsOfType('LatchkeyConfig'))
const typesOfOptions = namesIn(options.map(({ type }) => type))
  .filter((name) => !typesOfHooks.includes(name))
  .sort()
/** Page and heading of each type with an entry. */
const entries = new Map([
  ...typesOfHooks.map((name) => [name, `hooks.md#${name.toLowerCase()}`]),
  ...typesOfOptions.map((name) => [name, `configuration.md#${name.toLowerCase()}`]),
])
const sections = hookSections.map(({ title, hooks: names }) =>
  [`## ${title}`, ...names.filter((name) => hooks.has(name)).flatMap((name) => printHook(name))].join('\n\n'),
)

writePage(
  'docs/reference/hooks.md',
  `# Hooks

Every hook of \`@latchkey/react\`, by subject. Call them below \`<LatchkeyProvider>\`. Without React, each feature is in \`createLatchkey\` with the same functions and state: \`latchkey.send\` for \`useSend\`, and so on.

- **Units.** Amounts are decimal text in units of the token, such as \`'0.25'\`. A \`bigint\` counts base units. Addresses are text; networks are CAIP-2 IDs, such as \`eip155:1\`.
- **Errors.** A failed read sets \`error\`. A function that can fail says which codes it throws; [errors.md](../errors.md) explains each code. \`useErrorText\` returns the text for a visitor.
- **Servers.** On a server every hook returns its first state and sends no request.
- **Types.** A linked type has its fields in [Types](#types). \`ChainId\` is a CAIP-2 ID, \`AccountId\` a CAIP-10 ID, and \`Hex\` a text that starts with \`0x\`.

\`node scripts/checks/reference.mjs --write\` writes this page from the docstrings in \`packages/react/src/hooks\` and \`packages/core/src\`.

${sections.join('\n\n')}

## Types

${typesOfHooks.map(printType).join('\n\n')}
`,
)

page = 'configuration.md'
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

## Buttons

${buttons.map(printButton).join('\n\n')}

## Networks

\`networks\` takes the presets of \`@latchkey/core/networks\`, and chains that you describe.

### defineNetwork

${printFunction(sources.exports.find(({ name }) => name === 'defineNetwork'))}

## Theme

${tableOf('Field of `theme.variables`', fieldsOfType('ThemeVariables'))}

## Types

${typesOfOptions.map(printType).join('\n\n')}
`,
)

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${hooks.size} hooks and ${options.length} options, each with its types and meaning in docs/reference.`)

/** Parameters and result of a hook. */
function describeHook(name, symbol) {
  const parameters = sources.parametersOf(symbol)
  const result = isWhole(name) ? [] : sources.returnedFields(symbol)
  fieldsOfHooks.push(...parameters, ...result)
  return { name, symbol, parameters, result }
}

/** The section of a hook: description, signature, example, parameters and result. */
function printHook(hook) {
  const { name, symbol, parameters, result } = described.find(({ name }) => name === hook)
  const { text, example } = sources.textOf(symbol)
  if (!text) problems.push(`${name} has no docstring (${sources.fileOf(symbol)})`)
  const signatures = sources.signaturesOf(symbol)
  const named = namesIn(signatures).filter((type) => entries.has(type))
  const links = [
    named.length > 0 && `Types: ${named.map((type) => `[${type}](${linkOf(type)})`).join(', ')}.`,
    `Source: [${name}.ts](../../${sources.fileOf(symbol)}).`,
    guides[name] && `Guide: [${guides[name].replace(/^.*\//, '')}](${guides[name]}).`,
  ]
  return [
    `### ${name}`,
    text,
    ['```ts', ...signatures, ...(example ? ['', '// Example', example] : []), '```'].join('\n'),
    ...(parameters.length > 0 ? [tableOf('Parameter', parameters)] : []),
    ...(result.length > 0 ? [tableOf('Returned', result)] : []),
    links.filter(Boolean).join(' '),
  ]
}

/** The section of a button: description, example and props. */
function printButton(name) {
  const symbol = sources.exports.find((other) => other.name === name)
  const { text, example } = sources.textOf(symbol)
  const code = ['```tsx', example, '```'].join('\n')
  return [`### ${name}`, text, code, tableOf('Prop', fieldsOfType(`${name}Props`))].join('\n\n')
}

function printFunction(symbol) {
  const { text, example } = sources.textOf(symbol)
  const code = ['```ts', ...sources.signaturesOf(symbol), '', '// Example', example, '```'].join('\n')
  return [text, code, tableOf('Field of `chain`', fieldsOfType('ChainDescription'))].join('\n\n')
}

/** The section of a type: its description, and its fields, the members of its union, or its text. */
function printType(name) {
  const symbol = aliases.get(name)
  const { text } = sources.textOf(symbol)
  return [`### ${name}`, text, bodyOfType(symbol)].filter(Boolean).join('\n\n')
}

function bodyOfType(symbol) {
  const variants = sources.variantsOf(symbol)
  if (variants) {
    const rows = variants.map(
      ({ type, fields, text }) =>
        `| ${codeOf(type)} | ${fields.map(codeOf).join(', ')} | ${text.replaceAll('|', '\\|')} |`,
    )
    return ['| `type` | Other fields | Meaning |', '|---|---|---|', ...rows].join('\n')
  }
  const fields = typeFields(symbol.name)
  return fields.length > 0 ? tableOf('Field', fields) : ['```ts', sources.typeTextOf(symbol), '```'].join('\n')
}

function typeFields(name) {
  if (!sources.isObject(aliases.get(name))) return []
  const fields = fieldsOfType(name)
  return typesOfWire.includes(name) ? nestedFields(fields) : fields
}

/** The exported types that texts name, which have an entry. */
function namesIn(texts) {
  const found = texts.flatMap((text) => text.replaceAll(/'[^']*'|"[^"]*"/g, '').match(/\b[A-Z]\w+/g) ?? [])
  return [...new Set(found)].filter((name) => aliases.has(name) && !hasNoEntry(name))
}

/** The types that texts and fields name, and the types that those name, sorted. */
function namesBelow(texts, fields) {
  const found = new Set()
  const visit = (names) => {
    for (const name of names.filter((other) => !found.has(other))) {
      found.add(name)
      const inner = typeFields(name)
      visit(namesIn(inner.length > 0 ? inner.map(({ type }) => type) : [sources.typeTextOf(aliases.get(name))]))
    }
  }
  visit(namesIn([...texts, ...fields.map(({ type }) => type)]))
  return [...found].sort((a, b) => a.localeCompare(b))
}

function linkOf(type) {
  const link = entries.get(type)
  return link.startsWith(`${page}#`) ? link.slice(page.length) : link
}

/** A type as code. The code is a link if it names one type with an entry; several links follow it. */
function linkedCode(type) {
  const code = codeOf(type)
  const named = namesIn([type]).filter((name) => entries.has(name))
  if (named.length === 0) return code
  if (named.length === 1) return `[${code}](${linkOf(named[0])})`
  return `${code} (${named.map((name) => `[${name}](${linkOf(name)})`).join(', ')})`
}

function tableOf(title, fields) {
  const isExpanded = ({ name }) =>
    fields.some((other) => other.name.startsWith(`${name}.`) || other.name.startsWith(`${name}[]`))
  const typeOf = (field) => {
    if (field.name === 'state' || !isExpanded(field)) return linkedCode(field.type)
    return field.type.endsWith('[]') ? 'list of objects' : field.type.endsWith('| null') ? 'object or null' : 'object'
  }
  const rows = fields.map(
    (field) => `| \`${field.name}${field.isOptional ? '?' : ''}\` | ${typeOf(field)} | ${meaningOf(field)} |`,
  )
  return [`| ${title} | Type | Meaning |`, '|---|---|---|', ...rows].join('\n')
}

/** The docstring of a field, or else of its type, or the meaning that its name has everywhere. */
function meaningOf({ name, type, text, typeDescription, throws, returns, statuses, key }) {
  const plainName = name.replace(/^state\./, '')
  const common = plainName === 'chainId' && !codeOf(type).includes('ChainId') ? undefined : commonMeanings[plainName]
  const shown = text || typeDescription || common
  const parts = [
    statuses.length > 0 &&
      `Only ${key === 'status' ? 'in' : 'with'} ${key} ${[...new Set(statuses.flatMap((status) => status.split(', ')))].join(', ')}.`,
    shown && endSentence(shown),
    returns.length > 0 && endSentence(`Returns ${returns.join(' ')}`),
    throws.length > 0 && throwsSentence(throws.join(' ')),
  ]
  return parts.filter(Boolean).join(' ').replaceAll('|', '\\|')
}

function throwsSentence(codes) {
  if (codes === 'LatchkeyError') return 'Throws a `LatchkeyError`; [errors.md](../errors.md) lists the codes.'
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
  const shownType = /^\{/.test(type) ? 'object' : linkedCode(type)
  return `| \`${name}\` | ${shownType} | ${byDefault} | ${meaningOf({ type, text: before, ...rest })}${guide ?? ''} |`
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

/** Writes the page, or reports that it is not up to date. A link of a docstring or a shortened type in it is a fault of the generator. */
function writePage(path, text) {
  const [leak] = /\{@link[^}]*\}?|\{ \.\.\.;.*/.exec(text) ?? []
  if (leak) problems.push(`${path} shows ${leak.slice(0, 80)}`)
  mkdirSync('docs/reference', { recursive: true })
  if (process.argv.includes('--write')) writeFileSync(path, text)
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text)
    problems.push(`${path} is not up to date: node scripts/checks/reference.mjs --write`)
}
