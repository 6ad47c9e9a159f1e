import { defineNetwork } from '../networks/defineNetwork.ts'

const nativeCurrency = { name: 'Local Ether', symbol: 'ETH', decimals: 18 }

/** The first network of the tests' apps. */
export const localOne = defineNetwork({
  id: 31337,
  name: 'Local One',
  nativeCurrency,
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
})

/** The second network of the tests' apps. */
export const localTwo = defineNetwork({
  id: 31338,
  name: 'Local Two',
  nativeCurrency,
  rpcUrls: { default: { http: ['http://127.0.0.1:8546'] } },
})
