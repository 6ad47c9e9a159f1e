import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { freePort } from '../../../../scripts/lib/freePort.mjs'

/** A plain local chain for one test file. */
export type TestAnvil = {
  url: string
  ws: string
  port: number
  request: (method: string, params?: unknown[]) => Promise<unknown>
  stop: () => Promise<void>
}

/** Starts anvil with an empty chain. The caller stops it. */
export async function startAnvil({
  id = 31337,
  port: wanted,
}: {
  id?: number
  port?: number
} = {}): Promise<TestAnvil> {
  const port = wanted ?? (await freePort(0))
  const node = spawn(findBinary(), ['--port', String(port), '--chain-id', String(id), '--host', '127.0.0.1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => node.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    let text = ''
    node.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('Listening on')) resolve()
    })
    node.once('error', reject)
    node.once('exit', () => reject(new Error(`anvil ended: ${text}`)))
  })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    request: async (method, params = []) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const reply = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { result?: unknown }
      if (!('result' in reply)) throw new Error(`${method} failed: ${JSON.stringify(reply)}`)
      return reply.result
    },
    ws: `ws://127.0.0.1:${port}`,
    port,
    stop: async () => {
      node.kill('SIGKILL')
      await ended
    },
  }
}

function findBinary(): string {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/package.json'))
    const path = join(folder, 'bin', 'anvil')
    if (existsSync(path)) return path
  } catch {
    // Not the platform of the package: the system's one.
  }
  return 'anvil'
}
