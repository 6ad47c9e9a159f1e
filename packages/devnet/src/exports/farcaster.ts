export { answerChannel, declineChannel } from '../farcaster/answerChannel.ts'
export { type ChannelLink, readChannelLink } from '../farcaster/readChannelLink.ts'
export { serveFarcasterApp } from '../farcaster/serveFarcasterApp.ts'
export { type FarcasterPerson, farcasterPeople } from '../world/farcasterPeople.ts'
