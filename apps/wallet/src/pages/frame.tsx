import { walletAssets } from 'virtual:wallet-assets'
import { render } from 'preact'
import { createLater } from '../frame/createLater.ts'
import { FrameScreen } from '../frame/FrameScreen.tsx'
import { startFrame } from '../frame/startFrame.ts'
import { cardEn } from '../messages/cardEn.ts'
import { commonEn } from '../messages/commonEn.ts'
import { createMessageLoader } from '../messages/createMessageLoader.ts'
import { canSeeVisibility } from '../ui/canSeeVisibility.ts'
import { fetchAsset } from '../worker/fetchAsset.ts'

/** Holder of the page's second script. */
export const later = createLater({
  schedule: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
})
const frame = startFrame({
  window,
  assets: walletAssets,
  visibility: { canProve: canSeeVisibility },
  release: document.querySelector<HTMLMetaElement>('meta[name=release]')?.content || null,
  loadLater: later.load,
  isDevelopment: false,
})
const english = { ...commonEn, ...cardEn }
const loadMessages = createMessageLoader({
  english,
  assets: walletAssets.messages,
  fetchText: (asset) => fetchAsset({ asset }),
})
const root = document.getElementById('root')
if (root !== null)
  render(<FrameScreen frame={frame} english={english} loadMessages={loadMessages} later={later.current} />, root)
