import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type ServerProgram, serverProgram } from '../../../../scripts/lib/serverBundle.mjs'
import type { ServerConfigInput } from '../platform/config/ServerConfig.ts'
import { testProjectId } from './testProjectId.ts'

/** Result of a command. */
export type CommandResult = { code: number | null; output: string; errors: string }

/** A running command. */
export type RunningCommand = { pid: number; kill: () => void; done: Promise<CommandResult> }

/** A server in a separate process. */
export type RunningProcess = RunningCommand & {
  /** URLs from its ready line. */
  ready: Promise<{ url: string; metricsUrl: string; walletUrl?: string }>
  /** Shuts it down. */
  stop: () => Promise<void>
  /** Returns its log so far. */
  log: () => string
}

/** An operator's machine: a configuration, a key file, a separate database on a real PostgreSQL, and the server's commands. */
export type Operator = {
  folder: string
  keyFile: string
  databaseUrl: string
  /** Starts a command, like `npm run -w apps/server <name> -- <args>`. */
  start: (name: ServerProgram, args: readonly string[], env?: Record<string, string>) => Promise<RunningCommand>
  run: (name: ServerProgram, args: readonly string[], env?: Record<string, string>) => Promise<CommandResult>
  /** Starts the server. @param options.config changes of the configuration for this process */
  serve: (options?: { config?: Partial<ServerConfigInput>; env?: Record<string, string> }) => Promise<RunningProcess>
  /** Writes another configuration for later commands and servers. */
  configure: (change: Partial<ServerConfigInput>) => void
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  stop: () => Promise<void>
}

/**
 * Creates an operator.
 *
 * @param options.url URL of a PostgreSQL server whose user can create databases
 * @param options.config in addition to the database, the wallet and email
 */
export async function createOperator({
  url,
  config = {},
}: {
  url: string
  config?: Partial<ServerConfigInput>
}): Promise<Operator> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-operator-'))
  const name = `latchkey_operator_${randomBytes(6).toString('hex')}`
  await withClient(url, (client) => client.query(`create database ${name}`))
  const address = new URL(url)
  address.pathname = `/${name}`
  const databaseUrl = address.toString()
  const keyFile = join(folder, 'wallet.key')
  mkdirSync(folder, { recursive: true })
  const configFile = join(folder, 'config.json')
  let settings: Partial<ServerConfigInput> = {
    database: { url: databaseUrl },
    http: { port: 0 },
    metrics: { port: 0 },
    dataFolder: join(folder, 'data'),
    relay: { enabled: false },
    projects: [{ id: testProjectId, name: 'Test', origins: ['http://localhost:5173'] }],
    wallet: { publicUrl: 'http://wallet.localhost:7102', folder: join(folder, 'pages'), keyFile },
    mail: { url: 'smtp://127.0.0.1:9', from: 'Test <test@example.com>' },
    chains: [
      {
        chainId: 'eip155:31337',
        name: 'Local One',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [{ url: 'http://127.0.0.1:9' }],
      },
    ],
    ...config,
  }
  const configure = (change: Partial<ServerConfigInput>) => {
    settings = { ...settings, ...change }
    writeFileSync(configFile, JSON.stringify(settings))
  }
  configure({})
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()

  const launch = (
    program: string,
    args: readonly string[],
    env: Record<string, string>,
    onText: (text: string) => void = () => {},
    onLog: (text: string) => void = () => {},
  ): RunningCommand => {
    const {
      DATABASE_URL: _database,
      REDIS_URL: _redis,
      WALLET_KEY: _key,
      NODE_OPTIONS: _options,
      ...rest
    } = process.env
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...rest, NODE_ENV: 'production', LATCHKEY_CONFIG: configFile, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      onText(chunk.toString())
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
      onLog(chunk.toString())
    })
    const done = new Promise<CommandResult>((resolve) =>
      child.once('close', (code) => resolve({ code, output, errors })),
    )
    return { pid: child.pid ?? 0, kill: () => void child.kill('SIGKILL'), done }
  }
  const serve: Operator['serve'] = async ({ config: change = {}, env = {} } = {}) => {
    const program = await serverProgram('main')
    const file = join(folder, `config-${randomBytes(4).toString('hex')}.json`)
    writeFileSync(file, JSON.stringify({ ...settings, ...change }))
    let output = ''
    let log = ''
    const running = launch(
      program,
      [],
      { LATCHKEY_CONFIG: file, ...env },
      (text) => {
        output += text
      },
      (text) => {
        log += text
      },
    )
    const ready = new Promise<{ url: string; metricsUrl: string; walletUrl?: string }>((resolve, reject) => {
      const timer = setInterval(() => {
        const line = output.split('\n').find((one) => one.startsWith('{"ready"'))
        if (!line) return
        clearInterval(timer)
        resolve(JSON.parse(line).ready)
      }, 50)
      void running.done.then(({ errors }) => {
        clearInterval(timer)
        reject(new Error(`The server ended: ${errors || output}`))
      })
    })
    ready.catch(() => {})
    const stop = async () => {
      process.kill(running.pid, 'SIGTERM')
      await running.done
    }
    return { ...running, ready, stop, log: () => log }
  }
  const startCommand = async (name: ServerProgram, args: readonly string[], env: Record<string, string> = {}) =>
    launch(await serverProgram(name), args, env)

  return {
    folder,
    keyFile,
    databaseUrl,
    serve,
    configure,
    start: startCommand,
    run: async (name, args, env) => (await startCommand(name, args, env)).done,
    query: async (text, values) => (await client.query(text, values)).rows,
    stop: async () => {
      await client.end()
      await withClient(url, (admin) => admin.query(`drop database if exists ${name} with (force)`))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
