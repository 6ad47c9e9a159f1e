import { walletAssets } from 'virtual:wallet-assets'
import { render } from 'preact'
import type { WindowPage } from '../cards/Card.ts'
import { createMessageLoader } from '../messages/createMessageLoader.ts'
import { windowPageEn } from '../messages/windowPageEn.ts'
import { connectToFrame } from '../windows/connectToFrame.ts'
import { createPasswordMeter, type PasswordMeter } from '../windows/createPasswordMeter.ts'
import { WindowScreen } from '../windows/WindowScreen.tsx'
import { fetchAsset } from '../worker/fetchAsset.ts'

const page = location.pathname.slice('/w/'.length) as WindowPage
const fetchText = (asset: { url: string; integrity: string }) => fetchAsset({ asset })
const loadMessages = createMessageLoader({ english: windowPageEn, assets: walletAssets.messages, fetchText })
const connect = (wanted: WindowPage) => connectToFrame({ window, page: wanted })
let meter: Promise<PasswordMeter> | undefined
const loadMeter = () => {
  meter ??= fetchText(walletAssets.passwordDictionaries)
    .then(createPasswordMeter)
    .catch((cause: unknown) => {
      meter = undefined
      throw cause
    })
  return meter
}

const root = document.getElementById('root')
if (root !== null) {
  render(<WindowScreen page={page} connect={connect} loadMessages={loadMessages} loadMeter={loadMeter} />, root)
}
