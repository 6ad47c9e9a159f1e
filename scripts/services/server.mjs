// The server as a separate process, on given chains, with a temporary data folder: for tests of the kit that need its real answers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../lib/child.mjs'
import { quickDatabase } from '../lib/quickDatabase.mjs'
import { serverProgram } from '../lib/serverBundle.mjs'

/** The project that its callers name. */
export const projectId = '0'.repeat(32)

/** Starts it and waits until it knows all that the chains hold; `{ url, pid, stop }`. */
export async function startServer({ chains, ...config }) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-server-'))
  // To make a database takes as long as all that follows, and tests of the server hold that it can.
  const { writeTestDataFolder } = await import('../../apps/server/src/testing/writeTestDataFolder.ts')
  await writeTestDataFolder(join(folder, 'data'))
  const file = join(folder, 'config.json')
  const project = { id: projectId, name: 'Test', origins: ['https://site.test'] }
  writeFileSync(
    file,
    JSON.stringify({
      http: { port: 0, host: '127.0.0.1' },
      metrics: { port: 0 },
      dataFolder: join(folder, 'data'),
      projects: [project],
      relay: { store: 'memory' },
      chains,
      ...config,
    }),
  )
  const child = startChild({
    name: 'server',
    file: await serverProgram('main'),
    isBuilt: true,
    flags: quickDatabase,
    env: { LATCHKEY_CONFIG: file },
    logFile: join(folder, 'server.log'),
  })
  const stop = async () => {
    await child.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const { url } = await child.ready
    for (let isReady = false; !isReady; ) {
      const { status } = await (await fetch(`${url}/ready`)).json()
      isReady = status === 'ready'
      if (!isReady) await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return { url, pid: child.pid, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
