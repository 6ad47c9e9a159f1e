import { type Address, createNoopSigner, type Instruction } from '@solana/kit'
import * as system from '@solana-program/system'
import * as token from '@solana-program/token'
import { describe, expect, test } from 'vitest'
import { programs } from '../address/programs.ts'
import { readInstruction } from './readInstruction.ts'

const [a, b, c, d, e] = [
  'So11111111111111111111111111111111111111112',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
  'SysvarRent111111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
].map((text) => text as Address) as [Address, Address, Address, Address, Address]
const signer = createNoopSigner

function read({ programAddress, accounts = [], data = new Uint8Array() }: Instruction) {
  return readInstruction({
    programAddress,
    data: new Uint8Array(data),
    accounts: accounts.map(({ address }) => ({ key: address, signer: false, writable: false })),
  })
}

describe("parses instructions of the programs' own clients", () => {
  const { AuthorityType } = token
  const systemCases: [Instruction, object][] = [
    [
      system.getTransferSolInstruction({ source: signer(a), destination: b, amount: 5n }),
      { type: 'transfer', from: a, to: b, lamports: 5n },
    ],
    [
      system.getTransferSolWithSeedInstruction({
        ...{ source: a, baseAccount: signer(b), destination: c, amount: 6n, fromSeed: 'séed', fromOwner: d },
      }),
      { type: 'transferWithSeed', from: a, base: b, to: c, lamports: 6n, seed: 'séed', owner: d },
    ],
    [
      system.getCreateAccountInstruction({
        ...{ payer: signer(a), newAccount: signer(b), lamports: 7n, space: 82, programAddress: c },
      }),
      { type: 'createAccount', from: a, account: b, lamports: 7n, space: 82n, owner: c },
    ],
    [
      system.getCreateAccountWithSeedInstruction({
        ...{ payer: signer(a), newAccount: b, base: c, seed: 'x', amount: 8n, space: 9n, programAddress: d },
      }),
      { type: 'createAccountWithSeed', from: a, account: b, base: c, seed: 'x', lamports: 8n, space: 9n, owner: d },
    ],
    [system.getAssignInstruction({ account: signer(a), programAddress: b }), { type: 'assign', account: a, owner: b }],
    [system.getAllocateInstruction({ newAccount: signer(a), space: 3n }), { type: 'allocate', account: a, space: 3n }],
    [
      system.getAdvanceNonceAccountInstruction({ nonceAccount: a, nonceAuthority: signer(b) }),
      { type: 'advanceNonce', nonceAccount: a, authority: b },
    ],
    [
      system.getWithdrawNonceAccountInstruction({
        ...{ nonceAccount: a, recipientAccount: b, nonceAuthority: signer(c), withdrawAmount: 4n },
      }),
      { type: 'withdrawNonce', nonceAccount: a, to: b, authority: c, lamports: 4n },
    ],
    [
      system.getInitializeNonceAccountInstruction({ nonceAccount: a, nonceAuthority: b }),
      { type: 'initializeNonce', nonceAccount: a, authority: b },
    ],
    [
      system.getAuthorizeNonceAccountInstruction({ nonceAccount: a, nonceAuthority: signer(b), newNonceAuthority: c }),
      { type: 'authorizeNonce', nonceAccount: a, authority: b, newAuthority: c },
    ],
    [system.getUpgradeNonceAccountInstruction({ nonceAccount: a }), { type: 'upgradeNonce', nonceAccount: a }],
  ]
  const tokenCases: [Instruction, object][] = [
    [
      token.getTransferInstruction({ source: a, destination: b, authority: signer(c), amount: 1n }),
      { type: 'transfer', source: a, destination: b, authority: c, amount: 1n },
    ],
    [
      token.getTransferCheckedInstruction({
        ...{ source: a, mint: b, destination: c, authority: signer(d), amount: 2n, decimals: 6 },
      }),
      { type: 'transferChecked', source: a, mint: b, destination: c, authority: d, amount: 2n, decimals: 6 },
    ],
    [
      token.getApproveInstruction({ source: a, delegate: b, owner: signer(c), amount: 3n }),
      { type: 'approve', source: a, mint: undefined, delegate: b, authority: c, amount: 3n },
    ],
    [
      token.getApproveCheckedInstruction({
        ...{ source: a, mint: b, delegate: c, owner: signer(d), amount: 4n, decimals: 9 },
      }),
      { type: 'approve', source: a, mint: b, delegate: c, authority: d, amount: 4n, decimals: 9 },
    ],
    [token.getRevokeInstruction({ source: a, owner: signer(b) }), { type: 'revoke', source: a, authority: b }],
    [
      token.getSetAuthorityInstruction({
        ...{ owned: a, owner: signer(b), authorityType: AuthorityType.AccountOwner, newAuthority: c },
      }),
      { type: 'setAuthority', account: a, authority: b, power: 'accountOwner', newAuthority: c },
    ],
    [
      token.getSetAuthorityInstruction({
        ...{ owned: a, owner: signer(b), authorityType: AuthorityType.MintTokens, newAuthority: null },
      }),
      { type: 'setAuthority', power: 'mintTokens', newAuthority: undefined },
    ],
    [
      token.getMintToInstruction({ mint: a, token: b, mintAuthority: signer(c), amount: 5n }),
      { type: 'mintTo', mint: a, account: b, authority: c, amount: 5n, decimals: undefined },
    ],
    [
      token.getMintToCheckedInstruction({ mint: a, token: b, mintAuthority: signer(c), amount: 5n, decimals: 2 }),
      { type: 'mintTo', amount: 5n, decimals: 2 },
    ],
    [
      token.getBurnCheckedInstruction({ account: a, mint: b, authority: signer(c), amount: 6n, decimals: 1 }),
      { type: 'burn', account: a, mint: b, authority: c, amount: 6n, decimals: 1 },
    ],
    [
      token.getCloseAccountInstruction({ account: a, destination: b, owner: signer(c) }),
      { type: 'closeAccount', account: a, destination: b, authority: c },
    ],
    [
      token.getFreezeAccountInstruction({ account: a, mint: b, owner: signer(c) }),
      { type: 'freezeAccount', account: a, mint: b, authority: c },
    ],
    [token.getThawAccountInstruction({ account: a, mint: b, owner: signer(c) }), { type: 'thawAccount', account: a }],
    [token.getSyncNativeInstruction({ account: a }), { type: 'syncNative', account: a }],
    [
      token.getInitializeMint2Instruction({ mint: a, decimals: 3, mintAuthority: b, freezeAuthority: c }),
      { type: 'initializeMint', mint: a, decimals: 3, mintAuthority: b, freezeAuthority: c },
    ],
    [
      token.getInitializeMintInstruction({ mint: a, decimals: 3, mintAuthority: b }),
      { type: 'initializeMint', freezeAuthority: undefined },
    ],
    [
      token.getInitializeAccount3Instruction({ account: a, mint: b, owner: c }),
      { type: 'initializeAccount', account: a, mint: b, owner: c },
    ],
    [
      token.getInitializeAccountInstruction({ account: a, mint: b, owner: c }),
      { type: 'initializeAccount', account: a, mint: b, owner: c },
    ],
    [
      token.getInitializeMultisig2Instruction({ multisig: a, m: 2, signers: [b, c, d] }),
      { type: 'initializeMultisig', multisig: a, required: 2, signers: [b, c, d] },
    ],
    [token.getInitializeImmutableOwnerInstruction({ account: a }), { type: 'initializeImmutableOwner', account: a }],
    [token.getAmountToUiAmountInstruction({ mint: a, amount: 1n }), { type: 'query', mint: a }],
    [
      token.getUnwrapLamportsInstruction({ source: a, destination: b, authority: signer(c), amount: 9n }),
      { type: 'unwrapLamports', account: a, destination: b, authority: c, amount: 9n },
    ],
    [
      token.getUnwrapLamportsInstruction({ source: a, destination: b, authority: signer(c), amount: null }),
      { type: 'unwrapLamports', amount: undefined },
    ],
    [
      token.getWithdrawExcessLamportsInstruction({ source: a, destination: b, authority: signer(c) }),
      { type: 'withdrawExcessLamports', account: a, destination: b },
    ],
    [
      token.getBatchInstruction([
        token.getTransferInstruction({ source: a, destination: b, authority: signer(c), amount: 1n }),
        token.getCloseAccountInstruction({ account: d, destination: e, owner: signer(c) }),
      ]),
      {
        type: 'batch',
        instructions: [
          expect.objectContaining({ type: 'transfer', source: a, amount: 1n }),
          expect.objectContaining({ type: 'closeAccount', account: d, destination: e }),
        ],
      },
    ],
  ]
  const otherCases: [Instruction, object][] = [
    [
      token.getCreateAssociatedTokenInstruction({ payer: signer(a), ata: b, owner: c, mint: d }),
      { program: 'associatedToken', type: 'create', payer: a, account: b, owner: c, mint: d },
    ],
    [
      token.getCreateAssociatedTokenIdempotentInstruction({ payer: signer(a), ata: b, owner: c, mint: d }),
      { program: 'associatedToken', type: 'createIdempotent', account: b, owner: c },
    ],
    [
      token.getRecoverNestedAssociatedTokenInstruction({
        nestedAssociatedAccountAddress: a,
        nestedTokenMintAddress: b,
        destinationAssociatedAccountAddress: c,
        ownerAssociatedAccountAddress: d,
        ownerTokenMintAddress: e,
        walletAddress: signer(a),
      }),
      { program: 'associatedToken', type: 'recoverNested', nested: a, nestedMint: b, destination: c, owner: a },
    ],
  ]

  test.each(systemCases)('system %#', (instruction, expected) => {
    expect(read(instruction)).toMatchObject({ program: 'system', ...expected })
  })
  test.each(tokenCases)('token %#', (instruction, expected) => {
    expect(read(instruction)).toMatchObject({ program: 'token', ...expected })
    const there = read({ ...instruction, programAddress: programs.token2022 as Address })
    expect(there).toMatchObject({ program: 'token', programAddress: programs.token2022 })
  })
  test.each(otherCases)('associated token %#', (instruction, expected) => {
    expect(read(instruction)).toMatchObject(expected)
  })
})

describe('handwritten and invalid instructions', () => {
  const raw = (programAddress: string, data: number[], accounts: string[] = []) =>
    readInstruction({
      programAddress,
      data: new Uint8Array(data),
      accounts: accounts.map((key) => ({ key, signer: false, writable: false })),
    })

  test('behavior: the fee of Token-2022, compute budget, memos, extensions', () => {
    const amounts = [5, 0, 0, 0, 0, 0, 0, 0, 6, 1, 0, 0, 0, 0, 0, 0, 0]
    expect(raw(programs.token2022, [26, 1, ...amounts], [a, b, c, d])).toMatchObject({
      ...{ type: 'transferCheckedWithFee', source: a, mint: b, destination: c, authority: d },
      ...{ amount: 5n, decimals: 6, fee: 1n },
    })
    expect(raw(programs.token2022, [34, 1], [a])).toMatchObject({ type: 'extension', name: 'cpiGuard', step: 1 })
    // SPL Token has none of them.
    expect(raw(programs.token, [26, 1, ...amounts], [a, b, c, d])).toMatchObject({ program: 'unknown' })
    expect(raw(programs.computeBudget, [2, 1, 1, 0, 0])).toMatchObject({ type: 'setComputeUnitLimit', units: 257 })
    expect(raw(programs.computeBudget, [3, 9, 0, 0, 0, 0, 0, 0, 0])).toMatchObject({ price: 9n })
    expect(raw(programs.computeBudget, [1, 0, 1, 0, 0])).toMatchObject({ type: 'requestHeapFrame', bytes: 256 })
    expect(raw(programs.computeBudget, [4, 1, 0, 0, 0])).toMatchObject({ bytes: 1 })
    expect(raw(programs.memo, [104, 105])).toMatchObject({ program: 'memo', text: 'hi' })
  })

  test('error: too few bytes or accounts, an unknown number, another program, a memo that is no text', () => {
    const nothing = { program: 'unknown', type: 'unknown' }
    expect(raw(programs.system, [2, 0, 0, 0, 1], [a, b])).toMatchObject(nothing)
    expect(raw(programs.system, [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], [a])).toMatchObject(nothing)
    expect(raw(programs.system, [200, 0, 0, 0], [a])).toMatchObject(nothing)
    expect(raw(programs.token, [99], [a])).toMatchObject(nothing)
    expect(raw(programs.token, [255, 1, 200, 3], [a])).toMatchObject(nothing)
    expect(raw(programs.token, [255, 0, 1, 255], [a])).toMatchObject(nothing)
    expect(raw(programs.associatedToken, [7], [a])).toMatchObject(nothing)
    expect(raw(programs.computeBudget, [])).toMatchObject(nothing)
    expect(raw(programs.memo, [0xff, 0xfe])).toMatchObject(nothing)
    expect(raw(e, [1, 2], [a])).toMatchObject({ ...nothing, programAddress: e })
  })
})
