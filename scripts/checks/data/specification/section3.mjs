/** Entities and their fields. */
export const section3 = [
  {
    id: '3.1',
    says: 'Token balance: name, symbol, chainId, address (absent for the native token), value, price, quantity {decimals as text, numeric}, iconUrl.',
  },
  {
    id: '3.2',
    says: 'History item: id, metadata {minedAt, chain}, transfers, each of which may carry nft_info with flags.is_spam.',
  },
  { id: '3.3', says: 'The history has a cursor (next).' },
  { id: '3.4', says: 'The history is grouped by year and month, newest first.' },
  {
    id: '3.5',
    says: 'Network: id, caipNetworkId, chainNamespace, name, nativeCurrency (name, symbol, decimals), rpcUrls, blockExplorers, testnet.',
  },
  { id: '3.6', says: 'Account: caipAddress, address, status, allAccounts, user, socialProvider.' },
  { id: '3.7', says: 'Account: balance, balanceSymbol, tokenBalance.' },
  { id: '3.8', says: 'Account: profileName, profileImage.' },
  { id: '3.9', says: 'Account: preferredAccountTypes.' },
  { id: '3.10', says: 'Send: token, sendTokenAmount, receiverAddress.' },
  { id: '3.11', says: 'Send: the receiver’s profile name and image.' },
  { id: '3.12', says: 'Send: gasPrice, gasPriceInUSD.' },
  { id: '3.13', says: 'Send: networkBalanceInUSD.' },
  {
    id: '3.14',
    says: 'Sign-in message: nonce, domain, uri, expirationTime, issuedAt, notBefore, requestId, version, resources, statement, chainId, accountAddress.',
  },
  {
    id: '3.15',
    says: 'On-ramp options: purchaseCurrencies (id, name, symbol, networks), paymentCurrencies (id, payment_method_limits with id, min, max).',
  },
  {
    id: '3.16',
    says: 'On-ramp quote: coinbaseFee, networkFee, paymentSubtotal, paymentTotal, purchaseAmount, quoteId.',
  },
  {
    id: '3.17',
    says: 'Asset response: address, balance, type (ERC20 or NATIVE), metadata {name, symbol, decimals, price, iconUrl}.',
  },
  {
    id: '3.18',
    says: 'Wallet user: email (optional, nullable), address, chainId (text or number), accounts (address, type eoa or smartAccount), userName, smartAccountDeployed, preferredAccountType.',
  },
  { id: '3.19', says: 'Wallet listing: id, name, image_id, rdns, chains, mobile_link, desktop_link, webapp_link.' },
  { id: '3.20', says: 'Account of a wallet: namespace, address, type, publicKey, path.' },
]
