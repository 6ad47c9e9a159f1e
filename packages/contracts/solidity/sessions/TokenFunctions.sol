// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

/// @title Functions of tokens that a session recognizes
library TokenFunctions {
    /// @notice Which argument is the amount that leaves the account, or that someone else can take from it.
    /// @return metered False: not one of the functions that an allowance counts.
    /// @return index Which 32 bytes after the selector.
    function amountOf(bytes4 selector) internal pure returns (bool metered, uint256 index) {
        if (
            selector == 0xa9059cbb || // transfer(address,uint256)
            selector == 0x095ea7b3 || // approve(address,uint256)
            selector == 0x39509351 || // increaseAllowance(address,uint256)
            selector == 0xd73dd623 // increaseApproval(address,uint256), its older name
        ) return (true, 1);
        // transferFrom(address,address,uint256)
        return selector == 0x23b872dd ? (true, 2) : (false, 0);
    }

    /// @notice Whether a function moves tokens, or lets others move them, in a way that no allowance counts. No rule can allow it: what it
    /// gives would outlive the session.
    function isUncountable(bytes4 selector) internal pure returns (bool) {
        return
            selector == 0xa22cb465 || // setApprovalForAll(address,bool): ERC-721, ERC-1155
            selector == 0x558a7297 || // setOperator(address,bool): ERC-6909
            selector == 0x426a8493 || // approve(address,uint256,uint256): ERC-6909
            selector == 0x959b8c3f || // authorizeOperator(address): ERC-777
            selector == 0x9bd9bbc6 || // send(address,uint256,bytes): ERC-777
            selector == 0x62ad1b83 || // operatorSend(address,address,uint256,bytes,bytes): ERC-777
            selector == 0x1296ee62 || // transferAndCall(address,uint256): ERC-1363
            selector == 0x4000aea0 || // transferAndCall(address,uint256,bytes)
            selector == 0xd8fbe994 || // transferFromAndCall(address,address,uint256)
            selector == 0xc1d34b89 || // transferFromAndCall(address,address,uint256,bytes)
            selector == 0x3177029f || // approveAndCall(address,uint256)
            selector == 0xcae9ca51 || // approveAndCall(address,uint256,bytes)
            selector == 0x42232a4c || // temporaryApprove(address,uint256): ERC-7674
            selector == 0x87517c45 || // approve(address,address,uint160,uint48): Permit2
            selector == 0x36c78516 || // transferFrom(address,address,uint160,address): Permit2
            selector == 0x0d58b1db; // transferFrom((address,address,uint160,address)[]): Permit2
    }
}
