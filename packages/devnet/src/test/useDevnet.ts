import { afterEach, beforeEach, expect } from 'vitest'
import { createRpc } from '../anvil/rpc.ts'
import type { Devnet, DevnetParameters } from '../Devnet.ts'
import { startDevnet } from '../startDevnet.ts'
import { nodesOf } from './devnetProcess.ts'
import { testBakeFolder, testFolder } from './testFolder.ts'

const marked = '0x00000000000000000000000000000000000c0de2'

/** Fixture of a test file. Everything that a test starts ends with it. */
export type DevnetFixture = {
  /** Returns the folder of the running test. */
  folder: () => string
  /** Starts a devnet in that folder. The default chain is 31337. */
  start: (parameters?: Partial<DevnetParameters>) => Promise<Devnet>
  /** Registers a function that runs after the test. */
  after: (end: () => Promise<unknown>) => void
}

/** Gives each test of a file a folder, and checks that no node outlives it. */
export function useDevnet(): DevnetFixture {
  let folder = ''
  let endings: (() => Promise<unknown>)[] = []
  beforeEach(async () => {
    const own = await testFolder()
    folder = own.folder
    endings = [own.remove]
  })
  afterEach(async () => {
    for (const end of endings.reverse()) await end()
    expect(nodesOf(folder)).toEqual([])
  })
  return {
    folder: () => folder,
    async start(parameters = {}) {
      const devnet = await startDevnet({ folder, bakeFolder: testBakeFolder, chains: [31337], ...parameters })
      endings.push(devnet.stop)
      return devnet
    },
    after: (end) => endings.push(end),
  }
}

/** Leaves a mark on a chain that a state either has or has not. */
export async function mark({ rpcUrl, value }: { rpcUrl: string; value: number }): Promise<void> {
  const rpc = createRpc({ url: rpcUrl })
  await rpc('anvil_setBalance', [marked, `0x${value.toString(16)}`])
  await rpc('evm_mine')
}

/** The mark that a chain has. */
export async function markOf(rpcUrl: string): Promise<number> {
  return Number(await createRpc({ url: rpcUrl })('eth_getBalance', [marked, 'latest']))
}

/** The address of the first chain. */
export function urlOf(devnet: Pick<Devnet, 'chains'>): string {
  const [chain] = devnet.chains
  if (!chain) throw new Error('no chain runs')
  return chain.rpcUrl
}
