/** Endpoints that no attacker of this suite calls, each with the reason. Everything else of the protocol is in reach. */
export const outOfReach: Readonly<Record<string, string>> = {
  ...because('public data of the chain; knows no owner, no session and no wallet', [
    'getAnalyticsConfig',
    'getBalance',
    'getCandles',
    'getFungiblePrice',
    'getHealth',
    'getHistory',
    'getHolders',
    'getOrigins',
    'getProjectConfig',
    'getReady',
    'getSupportedChains',
    'getToken',
    'getTrades',
    'getWallets',
  ]),
  ...because('builds unsigned transactions; what is signed of them is judged at the wallet', [
    'buildConvertApprove',
    'buildConvertTransaction',
    'getConvertAllowance',
    'getConvertGasPrice',
    'getConvertQuotes',
    'getConvertTokens',
  ]),
  ...because(
    'takes signatures of any wallet; that the embedded one gives none is judged here, the rest in apps/server/src/smartAccounts',
    ['activateSession', 'createSession', 'getSessions', 'revokeSession'],
  ),
  ...because('takes signatures of any wallet; attacked in apps/server/src/names/registry/misuse.test.ts', [
    'getIdentities',
    'getIdentity',
    'getNameSuggestions',
    'getProfileAccount',
    'getProfileReverse',
    'registerName',
    'setNameAddress',
    'setNameAttributes',
  ]),
  ...because('sign-in of wallets on the API’s own origin; attacked in apps/server/src/siwx', [
    'createSiwxToken',
    'getSiwxDevices',
    'getSiwxKeys',
    'getSiwxNonce',
    'getSiwxSessions',
    'revokeSiwx',
    'revokeSiwxDevice',
    'verifySiwx',
  ]),
  ...because('private data behind that sign-in; attacked in apps/server/src/me/privacy.test.ts', [
    'getMyOrders',
    'getSavedAddresses',
    'getSettings',
    'removeSavedAddress',
    'saveAddress',
    'saveSettings',
  ]),
  ...because('purchases; attacked in apps/server/src/onramp', [
    'cancelOnrampOrder',
    'createOnrampUrl',
    'getOnrampOptions',
    'getOnrampOrder',
    'getOnrampQuote',
    'getOnrampQuotes',
    'openOnrampOrder',
  ]),
  ...because('the operator’s own page; attacked in apps/server/src/operator/guard.test.ts', ['getOperatorOverview']),
  ...because('counters of visits; they hold no person', ['postBatch', 'postEvent']),
}

function because(reason: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]))
}
