import { devnetContracts } from '@latchkey/devnet'
import { describe, expect, it } from 'vitest'
import { entryPoint08, smartAccountContracts } from './addresses.ts'

describe('addresses', () => {
  it('default: match the compiled contracts (npm run compile -w @latchkey/contracts writes them)', () => {
    expect(smartAccountContracts).toEqual({
      factory: devnetContracts.smartAccountFactory,
      implementation: devnetContracts.smartAccountImplementation,
      sessions: devnetContracts.smartAccountSessions,
    })
    expect(entryPoint08).toBe(devnetContracts.entryPoint08)
  })
})
