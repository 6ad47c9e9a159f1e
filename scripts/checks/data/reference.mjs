/**
 * The sections of docs/reference/hooks.md and their hooks, in the order of the page. `scripts/checks/reference.mjs` holds them to the exports
 * of `@latchkey/react`.
 *
 * @type {readonly { title: string, hooks: readonly string[] }[]}
 */
export const hookSections = [
  {
    title: 'Connect',
    hooks: ['useAccount', 'useConnections', 'useNetwork', 'useModal', 'useWallets', 'usePairing', 'useProvider'],
  },
  { title: 'Log in and sign in', hooks: ['useEmailLogin', 'useSocialLogin', 'useSignIn', 'useSignIns'] },
  { title: 'Read', hooks: ['useBalances', 'useActivity', 'useAccountState', 'useIdentity', 'useTransactions'] },
  { title: 'Pay', hooks: ['useSend', 'useSwap', 'useBuy', 'useAmountInput'] },
  {
    title: 'Smart accounts and permissions',
    hooks: [
      'useSmartAccount',
      'useSendCalls',
      'useCallsStatus',
      'useCapabilities',
      'useGrantPermissions',
      'usePermissions',
    ],
  },
  { title: 'Names', hooks: ['useNames'] },
  { title: 'Kit', hooks: ['useLatchkey', 'useEvents', 'useErrorText', 'useTheme'] },
]

/** The page that explains a hook or an option: its path from `docs/reference`. An option's entry also counts for the options inside it. */
export const guides = {
  useSignIn: '../recipes/sign-in.md',
  useSignIns: '../recipes/sign-in.md',
  useSocialLogin: '../recipes/social-login.md',
  useSwap: '../recipes/swap.md',
  useBuy: '../recipes/buy.md',
  useNames: '../recipes/names.md',
  useIdentity: '../recipes/names.md',
  useSmartAccount: '../recipes/smart-accounts.md',
  useSendCalls: '../recipes/smart-accounts.md',
  useCallsStatus: '../recipes/smart-accounts.md',
  useCapabilities: '../recipes/smart-accounts.md',
  useGrantPermissions: '../recipes/permissions.md',
  usePermissions: '../recipes/permissions.md',
  useProvider: '../recipes/solana-and-bitcoin.md',
  usePairing: '../relay.md',
  networks: '../recipes/solana-and-bitcoin.md',
  'wallet.announce': '../recipes/wagmi.md',
  'wallet.socials': '../recipes/social-login.md',
  'connectors.safe': '../recipes/csp.md',
  'connectors.walletConnect': '../relay.md',
  siwx: '../recipes/sign-in.md',
  telemetry: '../operations.md#telemetry',
}

/** Types of the server's answers that hooks return. They are inferred from schemas, so the fields of a hook do not lead to them. */
export const typesOfWire = ['Balance', 'HistoryItem']
