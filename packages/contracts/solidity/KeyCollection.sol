// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @title A collection of drawn keys (ERC-721)
/// @notice Metadata and image are made on the chain and returned as `data:` URIs, so that nothing has to be fetched.
contract KeyCollection is ERC721, Ownable {
    using Strings for uint256;

    /// @notice How many keys there are; they are numbered from 1.
    uint256 public totalSupply;

    /// @param name_ Full name of the collection.
    /// @param symbol_ Short name.
    /// @param owner_ Who may mint.
    constructor(string memory name_, string memory symbol_, address owner_) ERC721(name_, symbol_) Ownable(owner_) {}

    /// @notice Makes the next key. Only the owner may call it.
    /// @param to Who receives it.
    /// @return tokenId Its number.
    function mint(address to) external onlyOwner returns (uint256 tokenId) {
        tokenId = ++totalSupply;
        _safeMint(to, tokenId);
    }

    /// @notice Metadata of a key: a `data:application/json` URI with name, description, image and attributes.
    /// @param tokenId The key's number.
    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        string memory json = string.concat(
            '{"name":"',
            name(),
            " #",
            tokenId.toString(),
            '","description":"A key drawn on the chain.","image":"data:image/svg+xml;base64,',
            Base64.encode(bytes(_image(tokenId))),
            '","attributes":[{"trait_type":"Hue","value":"',
            _hue(tokenId).toString(),
            '"},{"trait_type":"Teeth","value":"',
            _teeth(tokenId).toString(),
            '"}]}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }

    function _hue(uint256 tokenId) private pure returns (uint256) {
        return (tokenId * 47) % 360;
    }

    function _teeth(uint256 tokenId) private pure returns (uint256) {
        return 2 + (tokenId % 3);
    }

    function _image(uint256 tokenId) private pure returns (string memory) {
        string memory hue = _hue(tokenId).toString();
        string memory teeth;
        for (uint256 i = 0; i < _teeth(tokenId); ++i) {
            teeth = string.concat(teeth, "M", (292 - i * 32).toString(), " 200v", (34 + ((tokenId + i) % 3) * 12).toString());
        }
        return string.concat(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect width="400" height="400" fill="hsl(',
            hue,
            ',45%,16%)"/><g fill="none" stroke="hsl(',
            hue,
            ',80%,68%)" stroke-width="22" stroke-linecap="round"><circle cx="120" cy="200" r="48"/><path d="M168 200H310',
            teeth,
            '"/></g></svg>'
        );
    }
}
