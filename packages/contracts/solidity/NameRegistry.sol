// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {IRegistry} from "./names/IRegistry.sol";

/// @title A registry of names
/// @notice Who owns a name and which resolver answers for it, for chains without ENS (ERC-137). A name's owner makes those below it. The
/// root belongs to the address that the constructor names.
contract NameRegistry is IRegistry {
    struct Record {
        address owner;
        address resolver;
        uint64 ttl;
    }

    mapping(bytes32 node => Record) private _records;
    mapping(address owner => mapping(address operator => bool)) private _operators;

    /// @notice A name below another one has an owner.
    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    /// @notice A name has another owner.
    event Transfer(bytes32 indexed node, address owner);
    /// @notice A name has another resolver.
    event NewResolver(bytes32 indexed node, address resolver);
    /// @notice A name has another time to live.
    event NewTTL(bytes32 indexed node, uint64 ttl);
    /// @notice An operator of an owner was added or removed.
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    /// @notice Only the owner of the name may, or who acts for them.
    error NotAuthorised(bytes32 node, address sender);

    modifier authorised(bytes32 node) {
        address nameOwner = _records[node].owner;
        require(nameOwner == msg.sender || _operators[nameOwner][msg.sender], NotAuthorised(node, msg.sender));
        _;
    }

    /// @param rootOwner Owner of the root, and so of every name below it.
    constructor(address rootOwner) {
        _records[0].owner = rootOwner;
        emit Transfer(0, rootOwner);
    }

    /// @notice Sets all of a name.
    function setRecord(bytes32 node, address owner_, address resolver_, uint64 ttl_) external {
        setOwner(node, owner_);
        _setResolverAndTtl(node, resolver_, ttl_);
    }

    /// @notice Sets all of a name below another one.
    function setSubnodeRecord(bytes32 node, bytes32 label, address owner_, address resolver_, uint64 ttl_) external {
        _setResolverAndTtl(setSubnodeOwner(node, label, owner_), resolver_, ttl_);
    }

    /// @notice Sets the owner of a name.
    function setOwner(bytes32 node, address owner_) public authorised(node) {
        _records[node].owner = owner_;
        emit Transfer(node, owner_);
    }

    /// @notice Sets the owner of a name below another one, regardless of its previous owner.
    /// @param label The hash of its first label.
    /// @return subnode Its node.
    function setSubnodeOwner(
        bytes32 node,
        bytes32 label,
        address owner_
    ) public authorised(node) returns (bytes32 subnode) {
        subnode = keccak256(abi.encodePacked(node, label));
        _records[subnode].owner = owner_;
        emit NewOwner(node, label, owner_);
    }

    /// @notice Sets the contract that answers for a name.
    function setResolver(bytes32 node, address resolver_) external authorised(node) {
        _records[node].resolver = resolver_;
        emit NewResolver(node, resolver_);
    }

    /// @notice Sets how long the records of a name can be cached.
    /// @param ttl_ Seconds.
    function setTTL(bytes32 node, uint64 ttl_) external authorised(node) {
        _records[node].ttl = ttl_;
        emit NewTTL(node, ttl_);
    }

    /// @notice Adds or removes an operator of all names of the caller.
    function setApprovalForAll(address operator, bool approved) external {
        _operators[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    /// @notice Owner of a name; zero: none.
    function owner(bytes32 node) external view returns (address) {
        return _records[node].owner;
    }

    /// @notice Which contract answers for a name; zero: none.
    function resolver(bytes32 node) external view returns (address) {
        return _records[node].resolver;
    }

    /// @notice Seconds.
    function ttl(bytes32 node) external view returns (uint64) {
        return _records[node].ttl;
    }

    /// @notice Whether a name has an owner.
    function recordExists(bytes32 node) external view returns (bool) {
        return _records[node].owner != address(0);
    }

    /// @notice Whether an address is an operator of an owner.
    function isApprovedForAll(address owner_, address operator) external view returns (bool) {
        return _operators[owner_][operator];
    }

    function _setResolverAndTtl(bytes32 node, address resolver_, uint64 ttl_) private {
        Record storage record = _records[node];
        if (record.resolver != resolver_) {
            record.resolver = resolver_;
            emit NewResolver(node, resolver_);
        }
        if (record.ttl != ttl_) {
            record.ttl = ttl_;
            emit NewTTL(node, ttl_);
        }
    }
}
