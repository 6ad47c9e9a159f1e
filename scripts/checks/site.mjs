// docs/site.md lists every key of site.json: its type from the site's schema, its meaning from data/site.mjs. `--write` brings the
// page in line. A key without a meaning, or a meaning without a key, fails either way.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { siteKeys } from './data/site.mjs'

const program = `
  import { toJSONSchema } from 'zod'
  import { networkPresets } from './apps/web/src/site/networkSchema.ts'
  import { siteConfigSchema } from './apps/web/src/site/siteConfig.ts'
  const schema = toJSONSchema(siteConfigSchema, { unrepresentable: 'any' })
  process.stdout.write(JSON.stringify({ schema, presets: Object.entries(networkPresets).map(([key, { name }]) => ({ key, name })) }))`
const run = spawnSync(process.execPath, ['--conditions=dev', '--import', 'tsx', '--input-type=module', '-e', program], {
  encoding: 'utf8',
})
if (run.status !== 0) throw new Error(run.stderr)
const { schema, presets } = JSON.parse(run.stdout)

/** The keys of an object and of all that lies in it, in the order of the schema. */
function keysOf(object, prefix = '') {
  return Object.entries(object.properties).flatMap(([name, value]) => {
    const key = prefix + name
    const inner = objectIn(value)
    const isOptional = !object.required?.includes(name)
    const below = inner ? keysOf(inner, `${key}${value.type === 'array' ? '[]' : ''}.`) : []
    // An object alone is no setting: its keys are. One that may be something else as well, or is in a list with a meaning, is.
    const isSetting = !inner || value.type !== 'object'
    return isSetting && (siteKeys[key] || below.length === 0 || value.anyOf)
      ? [{ key, value, isOptional }, ...below]
      : below
  })
}

/** The object that a value is, may be, or is a list of. */
function objectIn(value) {
  if (value.type === 'object') return value
  if (value.type === 'array') return objectIn(value.items)
  return value.anyOf?.find(({ type }) => type === 'object')
}

/** A type in a few words. */
function typeOf(value) {
  if (value.anyOf) return [...new Set(value.anyOf.map(typeOf))].join(', or ')
  if (value.enum) return value.enum.map((word) => `\`${word}\``).join(', ')
  if ('const' in value) return `\`${value.const}\``
  if (value.format === 'uri') return 'address'
  if (value.type === 'array') return `list of ${plural[typeOf(value.items)] ?? typeOf(value.items)}`
  if (value.pattern === '^[0-9a-f]{32}$') return '32 hexadecimal characters'
  if (value.pattern === '^wss?:\\/\\/\\S+$') return '`wss://` address'
  if (Array.isArray(value.type)) return value.type.map((type) => words[type]).join(' or ')
  return words[value.type]
}

const words = { string: 'text', number: 'number', integer: 'number', boolean: '`true` or `false`', object: 'an object' }
const plural = { text: 'texts', address: 'addresses', 'an object': 'objects' }

const keys = keysOf(schema)
const known = new Set(keys.map(({ key }) => key))
const problems = [
  ...keys.filter(({ key }) => !siteKeys[key]).map(({ key }) => `${key} has no meaning in scripts/checks/data/site.mjs`),
  ...Object.keys(siteKeys)
    .filter((key) => !known.has(key))
    .map((key) => `${key} of scripts/checks/data/site.mjs is no key of site.json`),
]
const rows = keys.map(({ key, value, isOptional }) => {
  const { type, byDefault, meaning } = siteKeys[key] ?? {}
  return `| \`${key}\` | ${type ?? typeOf(value)} | ${byDefault ?? (isOptional ? '–' : 'required')} | ${meaning} |`
})
const table = ['| Key | Type | Default | Meaning |', '|---|---|---|---|', ...rows].join('\n')
const names = `Presets: ${presets.map(({ key, name }) => `\`${key}\` (${name})`).join(', ')}.`

const page = 'docs/site.md'
const text = readFileSync(page, 'utf8')
const next = text.replace(
  /<!-- keys -->[\s\S]*<!-- \/keys -->/,
  () => `<!-- keys -->\n${table}\n\n${names}\n<!-- /keys -->`,
)
if (process.argv.includes('--write')) writeFileSync(page, next)
else if (next !== text) problems.push(`${page} is not up to date: node scripts/checks/site.mjs --write`)
for (const problem of problems) console.error(problem)
console.log(`${keys.length} keys of site.json, each with its type, its default and its meaning in ${page}.`)
process.exit(problems.length > 0 ? 1 : 0)
