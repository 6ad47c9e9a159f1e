/**
 * Vectors of BIP-322 ("simple" and "full", `bip-0322/*-test-vectors.json` of the BIPs) for addresses of one key; those for scripts are
 * at the end.
 */
export type Bip322Vector = { address: string; message: string; signature: string }

/** Whole transactions, each valid from block 2016 on, and 2016 blocks after its input (version 2). */
export const fullVectors: readonly Bip322Vector[] = [
  {
    address: '164P4mbDkPcyvRnFGAZd1ThjxSj7Fbsywz',
    message: 'GI2SVNWVCWTEEIMFZFFZYAQNSA',
    signature:
      'AgAAAAGEmHuloQANVIqnpMegGLNFKwAGE0Urv0a/uMiHnJ+FQwAAAABrSDBFAiEAr8VdqPCZU/oVqKKj2WwHfeCX/lzp+Rfk8d59cS9xdGECIAar0nievDdeVstmIgjfM7kzMepL6HrecBuJtgEitFxBASECzgU8WF30ffzpbdClcw/0NBkTCkuRbiEzr+CTXePjiPfgBwAAAQAAAAAAAAAAAWrgBwAA',
  },
  {
    address: 'bc1qkwzsslep5elkuat4608v7tpntpr3d9n7w5cwwq',
    message: 'YGIAANMREUXLFRI4HIEOCE4T23',
    signature:
      'AgAAAAABAaVatLF3wpACTG5XowFYPJPv65lgTlZypjUV9d1DNduCAAAAAADgBwAAAQAAAAAAAAAAAWoCRzBEAiB+SJdR6bVLpv5+kK8pOXSUDS24rU53YkTQEvelQJ22uwIgEfqM8eYTupu4LtA0Tz7z1LIbhpP2PrUxWEt9osnrxFEBIQMasC7JaIHbbAUt1kU81yx7S4QHScnEDBs4GsdHDPMPSuAHAAA=',
  },
  {
    address: 'bc1psmjelwjtg7lz26jhd4kkf35v0xp3u7ffc6p4n4869s0hxkrrrtkqkpqvmg',
    message: 'K276VUM3MXP56DGNVICQR5XWRT',
    signature:
      'AgAAAAABAY+B3hhlrps+S2YaxSvL3HxZKdfT+8XCCtZ4KQc5N+AaAAAAAADgBwAAAQAAAAAAAAAAAWoBQEHQoT3HfPKw4WNiQySblfcRX2gnha/mrpFxUoYlkJxuQFXNN3sS+XbJsNAoXRlvQitk0tVEFpsUGRcCdZ7bWPHgBwAA',
  },
  {
    address: '37HVPoc7ZsU5C9Z2VKcCkSLzEknYXCzm3s',
    message: 'OQXDXSR5SN5N7WRXSPTI462HKH',
    signature:
      'AgAAAAABAbtjBsUTHnoyuNG4NGbx6cI1Z01QLlfGHJX/WIRCAU6/AAAAABcWABTGXFmsgRqCkic6D+eE4AKm1iyVhuAHAAABAAAAAAAAAAABagJHMEQCIBp/IMJTnnhI6YrHJwIQbfucoizq0esZ35QRxtpXuk7fAiAGx6kSd9BuPDY+R0sHTJU0ZFtScJI8ASojEHwrClKxDQEhAl3boe/68fHvtuYzRkaS3GOSxnUTJwejjrubm+czK+Yi4AcAAA==',
  },
]

/** Addresses of the same types with other keys. */
export const otherSigners: readonly string[] = [
  '1GZvNdLeGpGaRnbymmnmtA8MFPqxPDVjvH',
  'bc1q50kxspq60j437r8z0m68zazrpk4dwt29pkngjf',
  'bc1pwt2tn6fvwnr36nf4f4cvzxxr6wztg3rrvmht7tvj28k7mudad24q2gq7su',
  '3Lzvqx3CwgQ3JEzQNyA1UUdYcMJ4FFNLrx',
]

/** Witnesses; with the prefix, and without. */
export const simpleVectors: readonly Bip322Vector[] = [
  {
    address: 'bc1qkntwc3c4dzxh9xh6875l03fn3vkk023jgak3u7',
    message: 'ESHJI7MWUL64AXHBI42L3UR4QA',
    signature:
      'AkcwRAIgCYHF/vn67iZX5WBimh84kqD6pTME6eNCMGhfFnnwCNECIAF3nMCk/RfLit+uv8a8FgfQIw0f0ASE21GSz7rX17PsASEDTA2vM8bOtUFgvenSDUmvkq7aWNwoTB0CMiM6carHY1s=',
  },
  {
    address: 'bc1p9cyuceaazr8cz46mvgkzl94wy397mwpqsrk84su37t72jvkg6wzqv52nfp',
    message: 'TPIZPITUIHEUHO5ACOL6W6MBVD',
    signature: 'AUBay6NwR4LEYedkTG+vE9F7C0RTOCB5NH6ZAqf+3hudjHIkOzSZk1jW/5Kt0wRKX3llJ25os+0qktdou4/Y8516',
  },
  {
    address: 'bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler',
    message: 'No prefix fallback',
    signature: 'AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R',
  },
]

/** Invalid vectors of the BIP. */
export const wrongVectors: readonly Bip322Vector[] = [
  { address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', message: '', signature: 'not-valid-base64!!!' },
  { address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', message: '', signature: '' },
  { address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', message: '', signature: 'smpAA==' },
  { address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', message: '', signature: 'fooAA==' },
  {
    address: 'bc1pyrgrm6cu6n54jrvkdjd9rvyd3xfyu84s2623awu2srn6mxhscwpsm5644w',
    message: 'incorrect prefix',
    signature: 'fulAUDZwFXUp+adN+/UZj5dVrGAbB3zKs1Vcalz5fCF9srxS63eSWNGvH1NYbrBkPt1BJDUyWUz9zgUxfc63/QheT6M',
  },
]

/** Valid by the BIP but not supported here: a script of two keys (P2WSH). */
export const scriptVector: Bip322Vector = {
  address: 'bc1qa8xp82hejuydq8d9yc44s662ras5ncr98gxz3n53s6vklwgrczrqc4fqtn',
  message: 'GDU6AXT64O5ZS4AHHXK5JETYRM',
  signature:
    'BABIMEUCIQCLKarc4DfTq5bmqPVjRZ/qBvRPy886P2dM1tDK/92WIgIgN7y495rkp5FPcpjohhl8Knmo9rf63tPLGIVo8PKE81ABSDBFAiEAz2U1cppenj2Kbg8DkS3wXMmAN4jvZvsP/PdcCI1akogCIFlrCbW2+GbMRkvObV2utVdHYBxIJhM6DJlv1NIwViXBAUdSIQJx+IVtFfezY//G7PB/9/Z2fWatDxm5+M0195sX3Y1qoyECvDKp35BSlVD2TFqMPy7MlXJrqGl3nkQAgo51DfiRIqlSrg==',
}
