import { walletAssets } from 'virtual:wallet-assets'
import { render } from 'preact'
import { createMessageLoader } from '../messages/createMessageLoader.ts'
import { en } from '../messages/en.ts'
import { connectToFrame } from '../windows/connectToFrame.ts'
import { createPasswordMeter } from '../windows/createPasswordMeter.ts'
import { type WindowPage, WindowScreen } from '../windows/WindowScreen.tsx'
import { fetchAsset } from '../worker/fetchAsset.ts'

const page = location.pathname.slice('/w/'.length) as WindowPage
const fetchText = (asset: { url: string; integrity: string }) => fetchAsset({ asset })
const loadMessages = createMessageLoader({ english: en, assets: walletAssets.messages, fetchText })
const connect = () => connectToFrame({ window, page })
const loadMeter = async () => createPasswordMeter(await fetchText(walletAssets.passwordDictionaries))

const root = document.getElementById('root')
if (root !== null) {
  render(<WindowScreen page={page} connect={connect} loadMessages={loadMessages} loadMeter={loadMeter} />, root)
}
