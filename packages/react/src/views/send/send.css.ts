import { css } from '../../styles/css.ts'

/** Styles of the send views. */
export const sendCss = css(`
.send-arrow{display:grid;place-items:center;align-self:center;width:36u;height:36u;margin:-15u 0;z-index:1;border-radius:12r;border:4u solid var(--s0);box-sizing:content-box;width:28u;height:28u;background:var(--s1);color:var(--t2);pointer-events:none}
.send-arrow .icon{width:16u;height:16u;stroke-width:2.2}
.receiver-line{display:flex;align-items:flex-start;gap:10u}
.receiver-avatar{flex:none;width:28u;height:28u;margin-top:7u;border-radius:50%;background:var(--s2)}
.receiver-input{flex:1;min-width:0;height:44u;padding:0;border:0;outline:0;resize:none;overflow:hidden;background:none;font-size:16u;line-height:22u;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;word-break:break-all}
.receiver-input[data-short],.receiver-input:placeholder-shown{padding-top:11u}

.receiver-name:empty{display:none}
.receiver-name{padding-top:4u;font-size:14u}
.receiver-wait{display:flex;align-items:center;gap:8u;color:var(--t2)}
.receiver-wait .spinner{width:16u;height:16u}
.receiver-wait span{min-width:0;overflow-wrap:anywhere}
.receiver-found{display:flex;gap:10u;padding-top:10u;border-top:1px solid var(--line)}
.receiver-found .receiver-avatar{margin-top:1u}
.receiver-found .address{font-size:14u}
.contacts{display:flex;flex-direction:column;gap:4u;padding-top:10u;border-top:1px solid var(--line)}
.contacts-title{font-size:13u;color:var(--t2)}
.contact-list{display:flex;flex-direction:column;margin:0 -8u;padding:0;list-style:none}
.contact-line{display:flex;align-items:center;gap:2u}
.contact{display:flex;align-items:center;gap:10u;flex:1;min-width:0;min-height:44u;padding:4u 8u;border:0;border-radius:12r;background:none;text-align:start;font-size:14.5u}
.contact-avatar{flex:none;width:28u;height:28u;border-radius:50%;object-fit:cover}
.contact-name{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 8u;flex:1;min-width:0;font-weight:550;overflow-wrap:anywhere}
.contact-address{font-variant-numeric:tabular-nums}
.contact-name>:not(:first-child){font-size:13u;font-weight:400;color:var(--t2)}
.contact-day{flex:none;font-size:13u;color:var(--t2)}
.contact-line .icon-button .icon{width:16u;height:16u}
.compared{display:flex;flex-direction:column;align-items:flex-start;gap:2u;padding-top:10u}
.compared .address{padding-bottom:6u;font-size:14u}
.compared-name{font-size:13u;color:var(--t2)}
@media(hover:hover){.contact:hover{background:var(--s2)}}

.preview-amount{display:flex;flex-direction:column;align-items:center;padding:0 8u 4u;text-align:center}
.preview-figure{max-width:100%;margin-top:8u;font-size:30u;font-weight:650;line-height:1.2;letter-spacing:-.028em;white-space:normal;overflow-wrap:anywhere}
.preview-figure[data-length=long]{font-size:21u}
.preview-worth{margin-top:2u;font-size:15u;color:var(--t2)}
.route{display:flex;flex-direction:column;padding:14u 16u;border-radius:16r;background:var(--s1)}
.route-end{position:relative;display:flex;gap:12u}
.route-end+.route-end{padding-top:16u}
.route-end:first-child::before{content:"";position:absolute;inset-inline-start:15u;top:36u;bottom:-12u;width:2px;border-radius:1px;background:var(--line)}
.route-avatar{flex:none;width:32u;height:32u;border-radius:50%;object-fit:cover}
.route-name{display:block;font-size:13u;line-height:1.3;color:var(--t2)}
.route-address{font-size:15u;font-weight:500;font-variant-numeric:tabular-nums}
.route .address{font-size:14.5u}
.address:has(mark){letter-spacing:0}
`)
