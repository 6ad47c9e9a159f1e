import { decodeAbiParameters, type Hex, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { createRpc } from './anvil/rpc.ts'
import { nodesOf, startDevnetProcess } from './test/devnetProcess.ts'
import { testBakeFolder } from './test/testFolder.ts'
import { urlOf, useDevnet } from './test/useDevnet.ts'

const fixture = useDevnet()

describe('main', () => {
  it('default: prints one ready line and ends without a trace when its stdin closes', async () => {
    const gateway = 'http://localhost:1/{sender}/{data}'
    const child = startDevnetProcess({
      ...{ LATCHKEY_FOLDER: fixture.folder(), LATCHKEY_BAKE_FOLDER: testBakeFolder },
      LATCHKEY_NAME_GATEWAY: gateway,
    })
    fixture.after(async () => child.signal('SIGKILL'))
    const ready = await child.ready
    expect(ready.chains.map(({ name }) => name)).toEqual(['Local One', 'Local Two'])
    expect(ready.chainConfigs).toHaveLength(2)
    expect(ready.bitcoinConfigs).toEqual([
      expect.objectContaining({ upstreams: [{ url: ready.bitcoin[0]?.esploraUrl }], testnet: true }),
    ])
    expect(ready.solanaConfigs).toEqual([
      expect.objectContaining({ chainId: ready.solana[0]?.chainId, spam: [expect.any(String)] }),
    ])
    expect(ready.solanaAccounts.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cleo', 'Dan'])
    expect(ready.bitcoinAccounts.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cleo', 'Dan'])
    expect(ready.accounts.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cleo', 'Dan'])
    const call = { to: ready.names.resolver, data: toFunctionSelector('urls()') }
    const urls = await createRpc({ url: urlOf(ready) })<Hex>('eth_call', [call, 'latest'])
    expect(decodeAbiParameters([{ type: 'string[]' }], urls)).toEqual([[gateway]])
    child.closeStdin()
    expect(await child.exited).toEqual({ code: 0, signal: null })
    expect(nodesOf(fixture.folder())).toEqual([])
  })

  it('error: names the invalid variable', async () => {
    const child = startDevnetProcess({
      LATCHKEY_FOLDER: fixture.folder(),
      LATCHKEY_BAKE_FOLDER: testBakeFolder,
      LATCHKEY_PORT_31337: 'many',
    })
    expect(await child.exited).toEqual({ code: 1, signal: null })
    expect(child.lines).toEqual([
      {
        error: {
          code: 'config_invalid',
          message: 'LATCHKEY_PORT_31337 must be a whole number from 1 to 65535, not "many"',
        },
      },
    ])
  })
})
