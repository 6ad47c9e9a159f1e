// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";

/// @title An unsolicited NFT collection (ERC-721)
/// @notice Behaves like the "vouchers" that are thrown into wallets to lure their owners to a site: a sample to test spam rules on.
contract SpamCollection is ERC721 {
    /// @notice How many there are; they are numbered from 1.
    uint256 public totalSupply;

    /// @param name_ Full name; spam puts an address of a site into it.
    /// @param symbol_ Short name.
    constructor(string memory name_, string memory symbol_) ERC721(name_, symbol_) {}

    /// @notice Gives every account a new one.
    /// @param accounts Who receives them.
    function airdrop(address[] calldata accounts) external {
        for (uint256 i = 0; i < accounts.length; ++i) {
            _mint(accounts[i], ++totalSupply);
        }
    }

    /// @notice The same metadata for every number: a `data:application/json` URI that repeats the lure.
    /// @param tokenId The number.
    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        string memory json = string.concat('{"name":"', name(), '","description":"Claim at ', name(), '"}');
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }
}
