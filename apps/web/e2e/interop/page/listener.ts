import './wallet.ts'

// After the kit announced itself: EIP-6963 answers whoever asks later.
const output = document.querySelector('output')
addEventListener('eip6963:announceProvider', (event) => {
  const { detail } = event as CustomEvent<{ info: object; provider: object }>
  const { info, provider } = detail
  const frozen = [detail, info].every((part) => Object.isFrozen(part))
  if (output) output.value = JSON.stringify({ frozen, info, provider: Object.keys(provider) })
})
dispatchEvent(new Event('eip6963:requestProvider'))
