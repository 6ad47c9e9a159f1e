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
  useBalances: '../recipes/balances.md',
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

/** The buttons of the kit. */
export const buttons = ['ConnectButton', 'AccountButton', 'NetworkButton']

/** Types without an entry: the page explains them in its introduction, or a hook's own section does. */
export const notListed = new Set(['ChainId', 'AccountId', 'ErrorCode', 'Latchkey', 'LatchkeyConfig'])

/** Meanings of names that are the same in every type. A docstring replaces them. */
export const commonMeanings = {
  code: 'Code of the error: [errors.md](../errors.md)',
  message: 'The error in English; `useErrorText` returns it in the language of the provider',
  error: 'Why the last attempt failed; undefined without a failure',
  form: 'The values of the form, as `edit` set them',
  issues: 'Errors of the form, each with its field; empty if it is valid',
  account: 'The account of the data, as a CAIP-10 ID',
  chainId: 'The network, as a CAIP-2 ID',
  refresh: 'Reads again',
  reset: 'Clears the result of the last request',
  isOpen: 'Whether the modal is open',
  close: 'Closes the modal',
  name: 'The name that visitors see',
  symbol: 'Symbol of the token',
  decimals: 'Number of decimals of the token',
  iconUrl: 'URL of its image; null if there is none',
  price: 'Price of one unit of the token, in the currency of `value`; null if it is unknown',
  namespace: 'The network family: `eip155`, `solana` or `bip122`',
  rdns: 'Name that the wallet announces (EIP-6963); null for other wallets',
  networkCostValue: 'Network cost in US dollars; null if no price is known',
  nativeSymbol: 'Symbol of the native token, in which the network cost is paid',
}
