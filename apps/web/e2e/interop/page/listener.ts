import './wallet.ts'

// Runs after the kit has announced itself. By EIP-6963 the kit announces itself again on request.
const output = document.querySelector('output')
addEventListener('eip6963:announceProvider', (event) => {
  const { detail } = event as CustomEvent<{ info: object; provider: object }>
  const { info, provider } = detail
  const frozen = [detail, info].every((part) => Object.isFrozen(part))
  if (output) output.value = JSON.stringify({ frozen, info, provider: Object.keys(provider) })
})
dispatchEvent(new Event('eip6963:requestProvider'))
