import type { Description, PermissionLine } from '@latchkey/clear-signing'
import type { ListedPermission } from '../src/permissions/createPermissionStore.ts'
import { account, base, brass, coin, dollar, friend, galleryNow, lookAlike, raw, router, warn } from './fixtures.ts'

/** A sponsored operation, the first of its account. */
export const sponsored = { sponsor: 'Lantern Paper', setsUp: true, accountType: 'smartAccount' } as const

type Spending = Extract<PermissionLine, { kind: 'allowance' }>
export const spending = (more: Partial<Spending> = {}): Spending => ({
  kind: 'allowance',
  asset: dollar,
  limit: 5_000_000n,
  limitText: '5',
  isUnlimited: false,
  start: galleryNow / 1000 - 86_400,
  period: 30 * 86_400,
  periods: 12n,
  total: 60_000_000n,
  totalText: '60',
  to: null,
  ...more,
})

/** Descriptions of permissions to grant and to revoke. */
export const permissionDescriptions = {
  grant: {
    ...base,
    ...{ intent: 'grantPermissions', balanceChanges: null, fee: null, transaction: null },
    findings: [warn('testNetwork', 'note', { name: 'Local One' })],
    permissions: {
      lines: [spending({ to: { address: friend, name: 'Lantern Paper', notice: { kind: 'known' } } })],
      totals: [{ asset: dollar, amount: 60_000_000n, text: '60', isUnlimited: false }],
      expiry: galleryNow / 1000 + 360 * 86_400,
      signer: { type: 'secp256r1', value: `0x${'7c'.repeat(64)}` },
    },
    raw: raw({ method: 'wallet_grantPermissions', params: [{ chainId: '0x7a69' }] }),
  },
  grantCalls: {
    ...base,
    ...{ intent: 'grantPermissions', balanceChanges: null, transaction: null },
    findings: [
      warn('unverifiedContract', 'warn', { address: router, reason: 'unknown' }),
      warn('lastingApproval', 'warn', { address: brass.address ?? router, signature: 'approve(address,uint256)' }),
      warn('anyReceiver', 'warn', { symbol: 'ETH' }),
      warn('grantLong', 'warn', { until: '1900000000' }),
    ],
    permissions: {
      lines: [
        spending({
          ...{ asset: coin, limitText: '0.01', period: 0, periods: 1n, totalText: '0.01', to: null },
          start: galleryNow / 1000 + 7_200,
        }),
        {
          kind: 'call',
          contract: { address: router, name: null, notice: null },
          signature: 'mint(uint256,address,bytes)',
          arguments: [
            {
              name: 'count',
              type: 'uint256',
              rule: { operator: 'LESS_THAN_OR_EQUAL', value: { kind: 'text', text: '3' } },
            },
            {
              name: 'receiver',
              type: 'address',
              rule: {
                operator: 'EQUAL',
                value: { kind: 'address', address: account, name: null, notice: { kind: 'own' } },
              },
            },
            { name: '', type: 'bytes', rule: null },
          ],
          valueText: '0.005',
          coin,
        },
        {
          kind: 'call',
          contract: { address: (brass.address ?? router) as `0x${string}`, name: 'BRASS', notice: null },
          signature: 'approve(address,uint256)',
          arguments: [
            {
              name: 'spender',
              type: 'address',
              rule: { operator: 'EQUAL', value: { kind: 'address', address: router, name: null, notice: null } },
            },
            {
              name: 'amount',
              type: 'uint256',
              rule: { operator: 'LESS_THAN', value: { kind: 'amount', text: '1250000.5', asset: brass } },
            },
          ],
          valueText: null,
          coin,
        },
      ],
      totals: [{ asset: coin, amount: 10n ** 16n, text: '0.01', isUnlimited: false }],
      expiry: 1_900_000_000,
      signer: { type: 'account', value: lookAlike },
    },
    raw: raw({ method: 'wallet_grantPermissions', params: [{ chainId: '0x7a69' }] }),
  },
  grantUnlimited: {
    ...base,
    ...{ intent: 'grantPermissions', balanceChanges: null, transaction: null, fee: null },
    findings: [
      warn('allowanceUnlimited', 'warn', { symbol: 'USDC' }),
      warn('lookAlikeReceiver', 'warn', { address: lookAlike, resembles: friend }),
    ],
    permissions: {
      lines: [
        spending({
          isUnlimited: true,
          period: 86_400,
          to: { address: lookAlike, name: null, notice: { kind: 'lookAlike', resembles: friend } },
        }),
      ],
      totals: [{ asset: dollar, amount: 0n, text: '0', isUnlimited: true }],
      expiry: galleryNow / 1000 + 360 * 86_400,
      signer: { type: 'account', value: router },
    },
    raw: raw({ method: 'wallet_grantPermissions', params: [{ chainId: '0x7a69' }] }),
  },
  revoke: {
    ...base,
    ...{ intent: 'revokePermissions', balanceChanges: null, transaction: null },
    permissions: {
      lines: [spending({ to: { address: friend, name: 'Lantern Paper', notice: null } })],
      totals: [],
      expiry: galleryNow / 1000 + 360 * 86_400,
      signer: { type: 'account', value: router },
    },
    raw: raw({ method: 'wallet_revokePermissions', params: [{ pci: '3f6d1c1e-7f5e-4a39-9d0e-2d6a0f5a3b01' }] }),
  },
  revokeUnread: {
    ...base,
    ...{ intent: 'revokePermissions', balanceChanges: null, transaction: null },
    permissions: { lines: [], totals: [], expiry: galleryNow / 1000 + 360 * 86_400, signer: null },
    raw: raw({ method: 'wallet_revokePermissions', params: [{ pci: '3f6d1c1e-7f5e-4a39-9d0e-2d6a0f5a3b01' }] }),
  },
} as const satisfies Record<string, Description>

/** Permissions that are never granted. */
export const refusedGrant: Description = {
  ...base,
  ...{ intent: 'grantPermissions', balanceChanges: null, transaction: null, fee: null },
  findings: [
    warn('protectedTarget', 'refuse', { address: account }),
    warn('signerOwn', 'refuse', { address: account }),
  ],
  raw: raw({ method: 'wallet_grantPermissions', params: [{ chainId: '0x7a69' }] }),
}

const listed = {
  chainId: 'eip155:31337' as const,
  network: 'Local One',
  account,
  app: 'Lantern Paper',
  state: 'running' as const,
  permissions: permissionDescriptions.grant.permissions,
}
/** Permissions of apps: one active, one half revoked, one unreadable, one expired. */
export const appSessions: readonly ListedPermission[] = [
  {
    ...{ ...listed, pci: '6b0f7d3e-8e0b-4f0f-9d5f-0d2f6a3b1c01', app: 'Harbor Kiosk', state: 'half' },
    permissions: permissionDescriptions.grantUnlimited.permissions,
    used: [null],
  },
  { ...listed, pci: '6b0f7d3e-8e0b-4f0f-9d5f-0d2f6a3b1c02', used: [{ used: '2.5', limit: '5' }] },
  {
    ...{ ...listed, pci: '6b0f7d3e-8e0b-4f0f-9d5f-0d2f6a3b1c03', app: 'A game with a name that is rather long' },
    permissions: permissionDescriptions.revokeUnread.permissions,
    used: [],
  },
  {
    ...{ ...listed, pci: '6b0f7d3e-8e0b-4f0f-9d5f-0d2f6a3b1c04', state: 'revoked' },
    used: [null],
  },
]
