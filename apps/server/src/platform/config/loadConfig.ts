import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ServiceError } from '@latchkey/protocol/errors'
import { describeConfigIssue } from './describeConfigIssue.ts'
import { findConfigConflicts } from './findConfigConflicts.ts'
import { findJsonError } from './findJsonError.ts'
import { listSettings } from './listSettings.ts'
import { type ServerConfig, serverConfigSchema } from './ServerConfig.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Environment variables that override the file, with the key that each one sets. */
const environmentOverrides = {
  LATCHKEY_ROLE: 'role',
  DATABASE_URL: 'database.url',
  REDIS_URL: 'redis.url',
  HOST: 'http.host',
  PORT: 'http.port',
  METRICS_PORT: 'metrics.port',
  LOG_LEVEL: 'log.level',
  LATCHKEY_DATA_FOLDER: 'dataFolder',
  WALLET_URL: 'wallet.publicUrl',
  WALLET_PORT: 'wallet.port',
  MAIL_URL: 'mail.url',
  MAIL_FROM: 'mail.from',
  GOOGLE_CLIENT_ID: 'social.google.clientId',
  APPLE_CLIENT_ID: 'social.apple.clientId',
  APPLE_TEAM_ID: 'social.apple.teamId',
  APPLE_KEY_ID: 'social.apple.keyId',
  X_CLIENT_ID: 'social.x.clientId',
  DISCORD_CLIENT_ID: 'social.discord.clientId',
  GITHUB_CLIENT_ID: 'social.github.clientId',
  FACEBOOK_CLIENT_ID: 'social.facebook.clientId',
} as const

/** Environment variables that hold secrets. The configuration contains only the names of these variables. */
const environmentSecrets = {
  GOOGLE_CLIENT_SECRET: 'social.google.secretVariable',
  APPLE_PRIVATE_KEY: 'social.apple.keyVariable',
  X_CLIENT_SECRET: 'social.x.secretVariable',
  DISCORD_CLIENT_SECRET: 'social.discord.secretVariable',
  GITHUB_CLIENT_SECRET: 'social.github.secretVariable',
  FACEBOOK_CLIENT_SECRET: 'social.facebook.secretVariable',
  EXECUTOR_KEY: 'smartAccounts.executor.keyVariable',
  PAYMASTER_KEY: 'smartAccounts.paymaster.keyVariable',
} as const

/** Settings of the file that can hold the same secret. The environment variable overrides them. */
const placesInFile: Readonly<Record<string, readonly string[]>> = {
  secretVariable: ['clientSecret'],
  keyVariable: ['privateKey', 'keyFile'],
}

const numeric = new Set<string>(['PORT', 'METRICS_PORT', 'WALLET_PORT'])

/**
 * Reads the configuration from a file (`LATCHKEY_CONFIG`): JSON, or the default export of a JavaScript or TypeScript module. Environment
 * variables override the file. `${NAME}` in a string is replaced by the variable NAME, so that the file needs no keys.
 *
 * @param options.path the file; default `LATCHKEY_CONFIG`
 * @returns the validated, frozen configuration
 * @throws LatchkeyError `config_invalid`, one line per mistake: the key, the found and the expected value, and where to change it
 * @example const config = await loadConfig({ env: process.env })
 */
export async function loadConfig({
  env,
  path = env.LATCHKEY_CONFIG,
}: {
  env: Environment
  path?: string | undefined
}): Promise<ServerConfig> {
  const file = path ? resolve(path) : undefined
  const content = file ? await readConfigFile(file) : {}
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw invalid([`${file} must hold an object with the server's settings, but holds ${describeKind(content)}.`])
  }
  const problems: string[] = []
  const sources = new Map<string, string>()
  const interpolated = interpolate(content, env, '', problems) as Record<string, unknown>
  applyEnvironment({ target: interpolated, env, sources })

  const result = serverConfigSchema.safeParse(interpolated)
  if (!result.success) {
    const place = file ?? 'the file that LATCHKEY_CONFIG names (it is not set; docs/deploy.md has an example)'
    problems.push(
      ...result.error.issues.flatMap((issue) =>
        describeConfigIssue({
          ...{ issue, content: interpolated, place, sources },
          listSettings: (section) => listSettings(serverConfigSchema, section),
        }),
      ),
      ...findOtherConflicts(interpolated),
    )
  } else {
    problems.push(...findConfigConflicts(result.data))
    const { role, wallet } = result.data
    // Check the environment as well: without the wallet section the configuration does not show the key, but the process has it.
    if (role === 'api' && env.WALLET_KEY && !wallet) {
      problems.push(
        'role: found "api" with the environment variable WALLET_KEY; expected the key of the wallet in its own process alone. Remove it here.',
      )
    }
  }
  if (problems.length > 0 || !result.success) throw invalid(problems)
  return freeze(result.data)
}

/** Finds the conflicts between the valid sections of a configuration with mistakes, so that the operator reads everything at once. */
function findOtherConflicts(content: Record<string, unknown>): string[] {
  const valid: Record<string, unknown> = {}
  const broken = new Set<string>()
  for (const [section, schema] of Object.entries(serverConfigSchema.shape)) {
    const { success, data } = schema.safeParse(content[section])
    if (success) valid[section] = data
    else broken.add(section)
  }
  return findConfigConflicts(valid as ServerConfig, broken)
}

async function readConfigFile(file: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'does not exist' : 'cannot be read'
    throw invalid([`The configuration file ${file} ${reason}. Set LATCHKEY_CONFIG to a file that does.`], error)
  }
  if (extname(file) === '.json' || extname(file) === '') {
    try {
      return JSON.parse(text)
    } catch (error) {
      const { line, column, expected } = findJsonError(text)
      throw invalid([`${file} is not valid JSON: line ${line}, column ${column}: ${expected}.`], error)
    }
  }
  try {
    const loaded: unknown = await import(pathToFileURL(file).href)
    if (typeof loaded === 'object' && loaded !== null && 'default' in loaded) return loaded.default
  } catch (error) {
    throw invalid([`${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}.`], error)
  }
  throw invalid([`${file} has no default export: write \`export default { … }\`.`])
}

/** Copies the content and replaces every `${NAME}`. An unset variable is a problem, never an empty string. */
function interpolate(value: unknown, env: Environment, path: string, problems: string[]): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => {
      const replacement = env[name]
      if (replacement !== undefined && replacement !== '') return replacement
      problems.push(
        `${path}: needs the environment variable ${name}, which is not set. Set it, or write the value itself.`,
      )
      return whole
    })
  }
  if (Array.isArray(value)) return value.map((item, index) => interpolate(item, env, `${path}[${index}]`, problems))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      interpolate(item, env, path === '' ? key : `${path}.${key}`, problems),
    ]),
  )
}

function applyEnvironment({
  target,
  env,
  sources,
}: {
  target: Record<string, unknown>
  env: Environment
  sources: Map<string, string>
}): void {
  for (const [name, key] of Object.entries(environmentOverrides)) {
    const text = env[name]
    if (text === undefined || text === '') continue
    const value = numeric.has(name) && /^\d+$/.test(text) ? Number(text) : text
    setValue(target, key.split('.'), value)
    sources.set(key, `the environment variable ${name}`)
  }
  for (const [name, key] of Object.entries(environmentSecrets)) {
    if (!env[name]) continue
    setValue(target, key.split('.'), name)
    sources.set(key, `the environment variable ${name}`)
  }
  const { wallet } = target
  // The API process must not have this key. `findRoleConflicts` reports it.
  if (env.WALLET_KEY && typeof wallet === 'object' && wallet !== null) {
    const { keyFile: _, ...rest } = wallet as Record<string, unknown>
    target.wallet = { ...rest, keyVariable: 'WALLET_KEY' }
    sources.set('wallet.keyVariable', 'the environment variable WALLET_KEY')
  }
}

/** Sets a nested value. Copies the objects on the path, because they may be shared with the file's module. */
function setValue(target: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[name] = value
    for (const other of placesInFile[name] ?? []) delete target[other]
    return
  }
  const existing = target[name]
  const inner = { ...(typeof existing === 'object' ? existing : {}) }
  target[name] = inner
  setValue(inner, rest, value)
}

function invalid(problems: readonly string[], cause?: unknown): ServiceError {
  const [first = ''] = problems
  const message =
    problems.length === 1
      ? `The configuration has an error: ${first}`
      : `The configuration has ${problems.length} errors:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`
  return new ServiceError('config_invalid', { message, cause })
}

function describeKind(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const item of Object.values(value)) freeze(item)
  }
  return value
}
